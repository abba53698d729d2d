// Talks to the server: commands as POST, news as server-sent events.

const page = sessionStorage.page ??= [...crypto.getRandomValues(new Uint8Array(16))]
  .map(byte => byte.toString(16).padStart(2, "0")).join("");
const listeners = new Map();
const status = document.getElementById("connection");
let greeted;
// The jobs that the server still has for this page, once it is connected.
const hello = new Promise(done => { greeted = done; });

export async function post(name, data) {
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data),
    });
  } catch {
    throw new Error("the server does not answer: is 'playout serve' still running?");
  }
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

export async function get(name) {
  return (await fetch(`/api/${name}`)).json();
}

// Begins a job, and answers its name. Who wants to hear of it listens.
export async function start(name, data) {
  await hello;
  return (await post(name, { page, ...data })).job;
}

// The last news of each job, for those who begin to listen later.
const waiting = new Map();

export function listen(job, heard) {
  listeners.set(job, heard);
  if (waiting.has(job)) heard(waiting.get(job));
}

export const ask = (name, data) => post(name, { page, ...data });

export async function command(job, what) {
  if (what === "close") { listeners.delete(job); waiting.delete(job); }
  try {
    await ask("command", { job, do: what });
  } catch (error) {
    if (what !== "close") throw error; // one that is gone is closed
  }
}

// A job is kept over a reload together with what it is about.
export function keep(key, job, about) {
  sessionStorage[key] = JSON.stringify([job, about]);
}

// The job that was kept, if the server still has it. One that is about something else is closed.
export async function kept(key, about) {
  const [job, of] = JSON.parse(sessionStorage[key] ?? "[]");
  if (!job || !(await hello).includes(job)) return null;
  if (of === about) return job;
  delete sessionStorage[key];
  command(job, "close");
  return null;
}

export const checkpoint = job => `/api/checkpoint?page=${page}&job=${job}`;

function hear(event) {
  const news = JSON.parse(event.data);
  waiting.set(news.job, news);
  listeners.get(news.job)?.(news);
}

const events = new EventSource(`/api/events?page=${page}`);
for (const kind of ["search", "solve", "match", "tournament"]) events.addEventListener(kind, hear);
events.addEventListener("hello", event => {
  const { jobs } = JSON.parse(event.data);
  status.textContent = "";
  for (const [job, heard] of [...listeners]) {
    if (!jobs.includes(job)) { // the server was started again
      listeners.delete(job);
      heard({ job, state: "lost" });
    }
  }
  greeted(jobs);
});
events.addEventListener("error", () => { status.textContent = "the server does not answer"; });

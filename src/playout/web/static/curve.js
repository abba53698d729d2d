// Curves over time: one line for each series of points [x, y1, y2, …].

import { svg } from "./dom.js";

const WIDTH = 480, HEIGHT = 150, LEFT = 52, RIGHT = 8, TOP = 8, BOTTOM = 22;
export const COLOURS = ["#2f7fd0", "#d55e00", "#009e73", "#b5609a", "#a87400", "#3a94c4"];

export function curve(points, { label, least: room = 1, steps = false }) {
  const values = points.flatMap(point => point.slice(1)).filter(value => value !== null);
  const [least, most] = spread(values, room);
  const end = points.at(-1)?.[0] || 1;
  const x = at => LEFT + (WIDTH - LEFT - RIGHT) * at / end;
  const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (most - value) / (most - least);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label });
  for (const value of [least, (least + most) / 2, most]) {
    picture.append(svg("path", { d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}`, class: "grid" }),
      svg("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, String(Number(value.toFixed(3)))));
  }
  picture.append(svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${end.toFixed(1)} s`));
  const series = Math.max(0, ...points.map(point => point.length - 1));
  for (let i = 0; i < series; i++) picture.append(line(points, i + 1, x, y, steps));
  return picture;
}

// The ends of the axis, so far apart at least.
function spread(values, room) {
  if (!values.length) return [0, room];
  const least = Math.min(...values), most = Math.max(...values), more = Math.max(0, room - (most - least)) / 2;
  return [least - more, most + more];
}

function line(points, i, x, y, steps) {
  const known = points.filter(point => point[i] !== null && point[i] !== undefined);
  const parts = known.map(point => steps ? `H${x(point[0]).toFixed(1)}V${y(point[i]).toFixed(1)}` : `L${x(point[0]).toFixed(1)} ${y(point[i]).toFixed(1)}`);
  const first = known.length ? `M${x(known[0][0]).toFixed(1)} ${y(known[0][i]).toFixed(1)}` : "";
  if (known.length === 1) return svg("circle", { cx: x(known[0][0]), cy: y(known[0][i]), r: 3, fill: COLOURS[(i - 1) % COLOURS.length] });
  return svg("path", { d: first + parts.join(""), class: "line", stroke: COLOURS[(i - 1) % COLOURS.length] });
}

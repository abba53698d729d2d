"""The lab's pages: tables, verdicts, plots and how each number was made, from the store alone."""

import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import run
from lab_files import MATCH, random_match, write

from playout import lab
from playout.lab.report import command, provenance

pytest.importorskip("scipy")

TOURNAMENT = """
title = "Three <players> & a | bar"
plot = "log"

[scale.quick]
trials = 30

[[tournament]]
game = "tictactoe"
players = ["uct", "flat", "random"]
budget = "30 sims"
"""
SOLVE = """
title = "Two levels"
plot = "histogram"

[scale.quick]
trials = 12

[[solve]]
row = "level {level}"
game = "morpion(4D)"
player = "nrpa(level={level}, iterations=10)"
marks = ["10 sims", "100 sims"]
figures = [
    { column = "10", mark = 0, published = [20, 20], sample = 15 },
    { column = "100", mark = 1, published = "" },
    { column = "best", measure = "maximum", published = 35 },
]

[solve.sweep]
level = [1, 2]

[[claim]]
better = ["level 2", "100"]
than = ["level 1", "10"]
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of three experiments whose files are gone."""
    folder = tmp_path_factory.mktemp("lab")
    with lab.Store(folder / "store.sqlite") as store:
        for name, text in {"match": MATCH, "players": TOURNAMENT, "levels": SOLVE}.items():
            path = write(folder, f"{name}.toml", text)
            lab.run([lab.plan(lab.experiment(path), "quick")], store, lab.engine("serial", 1), command="me")
            path.unlink()
        lab.report(store.plans(), store, folder / "out")
    return folder


def page(pages: Path, name: str) -> str:
    return (pages / "out" / name).read_text(encoding="utf-8")


def test_a_page_has_our_number_the_published_one_and_a_verdict(pages: Path) -> None:
    with lab.Store(pages / "store.sqlite") as store:
        plan = store.plans("match")[0]
        section = lab.evaluate(plan, store)
    assert section.rows == ["uct"]
    assert section.columns == ["10 sims", "20 sims"]
    for entry in section.entries:
        assert entry.count == 40
        assert entry.full_text in page(pages, "match.md")
        assert entry.published in page(pages, "match.md")
        assert entry.first_seed is not None
    assert section.summary in page(pages, "match.html")


def test_a_variation_comes_last_and_does_not_count_for_the_page(tmp_path: Path) -> None:
    table = 'paper = "mine"\n' + MATCH
    files = {"a.toml": "variation = true\n" + table.replace("A small", "Another"), "b.toml": table}
    plans = [lab.plan(lab.experiment(write(tmp_path, *file)), "quick") for file in files.items()]
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run(plans, store, lab.engine("serial", 1), command="me")
        (both,) = lab.report(store.plans(), store, tmp_path / "both")
        (alone,) = lab.report(store.plans("b"), store, tmp_path / "alone")
    assert [section.plan.title for section in both.sections] == ["A small match", "Another match"]
    assert both.summary == alone.summary
    assert "a variation" in both.sections[1].summary


def test_pages_stay_in_their_folder_and_apart(tmp_path: Path) -> None:
    papers = {"index": "", "a": "../escaped", "b": "a/b", "c": "a-b", "d": "..", "e": "/"}
    texts = {name: f'paper = "{paper}"\n{random_match("tictactoe", 1)}' for name, paper in papers.items()}
    plans = [
        lab.plan(lab.experiment(write(tmp_path, f"{name}.toml", text)), "quick")
        for name, text in texts.items()
    ]
    with lab.Store(tmp_path / "store.sqlite") as store:
        pages = lab.report(plans, store, tmp_path / "in" / "out")
    names = ["index-2", "escaped", "a-b", "a-b-2", "page", "page-2"]
    assert [page.name for page in pages] == names
    assert {path.stem for path in (tmp_path / "in" / "out").iterdir()} == {"index", *names}
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["out"]
    index = (tmp_path / "in" / "out" / "index.html").read_text(encoding="utf-8")
    assert re.findall('href="(.*?).html"', index) == names


def test_every_number_says_how_it_was_made(pages: Path) -> None:
    html = page(pages, "match.html")
    assert f"playout lab run {pages}/match.toml --scale quick --cell &#x27;uct | 10 sims&#x27;" in html
    with lab.Store(pages / "store.sqlite") as store:
        plan = store.plans("match")[0]
        assert str(plan.trial(plan.cells[0], 0).seed) in html
        (recorded,) = {run.machine for run in store.runs().values()}
    assert recorded in html
    assert "budget = 10 sims" in html


CLOCK = MATCH.replace('column = "{sims} sims"', 'column = "[{sims}]*"').replace(
    'budget = "{sims} sims"', 'budget = "{sims}ms"\nspeed = 1000'
)


def test_the_command_of_a_page_runs_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my files").mkdir()
    write(tmp_path / "my files", "mine.toml", CLOCK)
    argv = ["lab", "run", "my files/mine.toml", "--scale", "smoke", "--engine", "serial"]
    assert run(*argv, "--budget-mode", "time").status == 0
    with lab.Store("playout-lab.sqlite", read_only=True) as store:
        (plan,) = store.plans()
        words = shlex.split(command(lab.evaluate(plan, store), plan.cells[0]))
    again = run(*words[1:], "--engine", "serial", "--json").json
    assert (again["planned"], again["done_before"]) == (6, 6)


@pytest.mark.parametrize("store", ["here.sqlite", "my files/here.sqlite", 'bob\'s "own".sqlite', "--store"])
@pytest.mark.parametrize("words", [["--store", "{}"], ["--store={}"]])
def test_a_page_does_not_tell_where_its_store_was(store: str, words: list[str]) -> None:
    given = ["playout", "lab", "run", *(word.format(store) for word in words), "--scale", "smoke"]
    run = lab.Run(1, "0.1.0", "here", shlex.join(given), "serial", 1, 0.0)
    assert provenance(run).endswith(": playout lab run --scale smoke")


def test_a_plan_that_names_no_file_has_its_id(tmp_path: Path) -> None:
    plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", MATCH)), "smoke")
    fields = json.loads(plan.to_json())
    del fields["file"], fields["clock"]
    older = lab.Plan.from_json(json.dumps(fields))
    shipped = lab.plan(lab.experiment("nmcs.table1"), "smoke")
    with lab.Store(":memory:") as store:
        assert command(lab.evaluate(older, store)) == "playout lab run mine --scale smoke"
        assert command(lab.evaluate(shipped, store)).split()[3] == "nmcs.table1"


def test_a_run_by_the_clock_stands_beside_that_in_states(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "mine.toml", CLOCK)
    argv = ["lab", "run", "mine.toml", "--scale", "smoke", "--engine", "serial"]
    for mode in ("time", "states"):
        assert run(*argv, "--budget-mode", mode).status == 0
    found = run("lab", "status", "--scale", "smoke", "--json").json["experiments"]
    done = {entry["scale"]: entry["done"] for entry in found}
    assert done == {"smoke": 12, "smoke, by the clock": 12}
    (page,) = run("lab", "report", "--json").json["pages"].values()
    assert list(page["experiments"]) == ["mine", "mine, by the clock"]
    headings = re.findall("^## (.*)", Path("lab-report/mine.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == ["A small match", "A small match, by the clock"]


def test_a_tournament_has_ratings(pages: Path) -> None:
    with lab.Store(pages / "store.sqlite") as store:
        section = lab.evaluate(store.plans("players")[0], store)
    assert [rating.player for rating in section.ratings][-1] == "random"
    assert sum(rating.tally.points for rating in section.ratings) == 90
    assert section.ratings[0].in_short in page(pages, "players.md")


def test_text_of_the_user_is_only_text(pages: Path) -> None:
    html, markdown = page(pages, "players.html"), page(pages, "players.md")
    assert "<players>" not in html
    assert "Three &lt;players&gt; &amp; a | bar" in html
    assert "Three &lt;players> & a \\| bar" in markdown


def test_claims_and_maxima(pages: Path) -> None:
    with lab.Store(pages / "store.sqlite") as store:
        section = lab.evaluate(store.plans("levels")[0], store)
    (claim,) = section.claims
    assert claim.holds is True
    assert "1 of 1 claims hold" in section.summary
    assert re.search(r"\*\*\d+ \(\d+ of 12\)\*\* / 35", page(pages, "levels.md"))


@pytest.mark.parametrize(
    ("scale", "told"), [("marks = 1", "not run"), ("shrink = 0.5", "not compared"), ("marks = 2", "p = ")]
)
def test_a_claim_says_why_it_was_not_tested(tmp_path: Path, scale: str, told: str) -> None:
    path = write(tmp_path, "levels.toml", SOLVE.replace("trials = 12", f"trials = 12\n{scale}"))
    plan = lab.plan(lab.experiment(path), "quick")
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run([plan], store, lab.engine("serial", 1))
        lab.report([plan], store, tmp_path)
    sign = "✓" if told == "p = " else "–"
    for page in ("levels.md", "levels.html"):
        text = re.sub("<.*?>", "", (tmp_path / page).read_text(encoding="utf-8"))
        assert f"{sign} level 2, 100 is better than level 1, 10 ({told}" in text


@pytest.mark.parametrize("name", ["levels.html", "players.html", "match.html", "index.html"])
def test_pages_are_well_formed_and_stand_alone(pages: Path, name: str) -> None:
    html = page(pages, name)
    body = html[html.index("<body>") : html.index("</html>")]
    ElementTree.fromstring(body)
    assert "<script" not in html
    assert not re.search(r"(src|href)=\"(?!\w+\.html)", html)


def test_plots_are_svg(pages: Path) -> None:
    (svg,) = re.findall(r"<svg.*?</svg>", page(pages, "levels.html"), re.DOTALL)
    root = ElementTree.fromstring(svg)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "level 2" in texts
    assert "100%" in texts


def test_the_command_line_reports_and_exports(pages: Path, tmp_path: Path) -> None:
    store = ["--store", str(pages / "store.sqlite")]
    fields = run("lab", "report", "match", "--out", str(tmp_path), *store, "--json").json
    assert list(fields["pages"]) == ["match"]
    assert (tmp_path / "match.html").exists()
    exported = run("lab", "export", str(tmp_path / "rows.csv"), *store, "--json").json
    lines = (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert exported["rows"] == len(lines) - 1 == 80 + 90 + 24
    assert lines[0].startswith("trial,experiment,cell,index,seed,result,error,seconds,version,machine")


PROVE = """
title = "Proofs"

[scale.quick]
trials = 3

[[prove]]
row = "{budget}"
game = "tictactoe"
player = "uct(bounds=cuts)"
budget = "{budget}"
figures = [{ column = "sims" }, { column = "nodes", measure = "tree_nodes" }]

[prove.sweep]
budget = ["5 sims", "100000 sims", "60s"]
"""


def test_a_proof_that_was_broken_off_took_more_simulations(tmp_path: Path) -> None:
    """No other number of it is known to be larger, such as the nodes of its tree."""
    plan = lab.plan(lab.experiment(write(tmp_path, "proofs.toml", PROVE)), "quick")
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run([plan], store, lab.engine("serial", 1))
        entries = lab.evaluate(plan, store).entries
    cut = {(entry.cell.row, entry.figure.column) for entry in entries if entry.text.startswith("> ")}
    assert cut == {("5 sims", "sims")}


COST = """
title = "{method}"
paper = "mine"

[scale.quick]
trials = 10

[[prove]]
column = "{method}"
compare = "tictactoe"
game = "tictactoe"
player = "uct(bounds={method})"
budget = "100000 sims"
sample = 30
cost = {cost}
published = {published}
"""


@pytest.fixture
def costs(tmp_path: Path) -> lab.Store:
    """A store with proofs by two methods, whose published costs are far above ours, and their order wrong."""
    store = lab.Store(tmp_path / "store.sqlite")
    for method, cost, published in (("solver", "true", 1_000_000), ("cuts", "false", 9_000_000)):
        text = COST.format(method=method, cost=cost, published=published)
        plan = lab.plan(lab.experiment(write(tmp_path, f"{method}.toml", text)), "quick")
        lab.run([plan], store, lab.engine("serial", 1))
    return store


def test_a_lower_cost_has_a_sign_of_its_own(costs: lab.Store, tmp_path: Path) -> None:
    with costs as store:
        (page,) = lab.report(store.plans(), store, tmp_path)
    verdicts = {section.plan.title: section.entries[0].verdict.name for section in page.sections}
    assert verdicts == {"cuts": "DIFFERS", "solver": "BETTER"}
    assert page.summary.startswith("0 of 2 cells agree, 1 better than the paper")
    assert " / 1,000,000 ★" in (tmp_path / "mine.md").read_text(encoding="utf-8")
    assert '<td class="better">' in (tmp_path / "mine.html").read_text(encoding="utf-8")


def test_settings_in_several_files_of_a_paper_are_put_in_order(costs: lab.Store, tmp_path: Path) -> None:
    with costs as store:
        (page,) = lab.report(store.plans(), store, tmp_path)
    assert page.summary.endswith("the order of the settings agrees in 0 of 1 groups")
    assert not any(section.orders for section in page.sections)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_export_to_a_folder_that_is_not_there_is_one_line(pages: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    done = run("lab", "export", f"{pages}/no/rows.{ending}", "--store", str(pages / "store.sqlite"))
    assert done.is_wrong_usage
    assert "No such file" in done.err


def test_parquet(pages: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with lab.Store(pages / "store.sqlite") as store:
        count = lab.export(store, tmp_path / "rows.parquet")
    assert parquet.read_table(tmp_path / "rows.parquet").num_rows == count

#!/usr/bin/python3
# Turns what measure.py measured into doc/benchmarks.md and its charts.
# SPDX-License-Identifier: PostgreSQL
#
# Usage: report.py RESULTS_DIR DOC_DIR [--print]
# With --print it prints the page and writes nothing.

import argparse
import json
import os
import pathlib
import re
import statistics
import typing

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  the backend has to be chosen before

# Readable on a light and on a dark page: no background of our own, ink of middle brightness.
INK = "#808080"
COLOURS = {
    "objectid": "#2f81f7",
    "uuid": "#d29922",
    "random": "#f85149",
    "serial": "#3fb950",
}


# What measure.py measured on one server. A section has a list of values for each name, say a
# function.
class Results:
    def __init__(self, path):
        data = json.loads(path.read_text(encoding="utf-8"))
        self.quick = data["quick"]
        self.facts = data["facts"]
        self.sections = data["results"]
        self.version = self.facts["server"].split()[0]
        for section, loops in self.facts.get("loops", {}).items():
            for name, loop in loops.items():
                self.take_off(loop, section, name)

    # The least disturbed loop is what every round has in it.
    def take_off(self, loop, section, name):
        values_by_name = self.sections[section]
        of_loop = min(values_by_name[loop])
        values_by_name[name] = [value - of_loop for value in values_by_name[name]]

    # The names of a section but for the loops.
    def names(self, section):
        return [name for name in self.sections[section] if not name.startswith("loop")]

    def has(self, section, *names):
        return all(name in self.sections.get(section, {}) for name in names)

    def median(self, section, name):
        return statistics.median(self.sections[section][name])

    def ratio(self, section, name, base):
        return self.median(section, name) / self.median(section, base)

    # What is left of the first rows per second at the end of growth: medians of three million rows
    # at each end, as one may meet a checkpoint.
    def kept_speed(self, name):
        seconds = self.sections["scale"][name]
        return statistics.median(seconds[:3]) / statistics.median(seconds[-3:])


# With the digits that matter: 0.0123, 4.56, 78, 9,012.
def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.3g}"


# A table in Markdown.
def table(header, rows):
    def line(cells):
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "---|" * len(header)
    return "\n".join([line(header), rule, *(line(row) for row in rows)]) + "\n"


# What is measured of a GiST and a GIN index.
GIST_GIN = (
    "create index, ordered", "create index, random",
    "insert, ordered", "insert, random",
    "size, ordered", "size, random",
    "size of filled, ordered", "size of filled, random",
    "point lookup",
)
GIST_GIN_LABELS = {"gist": "GiST", "gin": "GIN"}


# Which documents ejson_to_jsonb is measured with.
KEYS = ("$oid", "$numberInt", "$numberDouble", "$numberDecimal", "$date", "$uuid", "$binary")
LARGE = "1 MB of $binary"
DOCUMENTS = ("canonical", "relaxed", "plain", *(f"40 of {key}" for key in KEYS),
             "100 levels", LARGE)


# A goal for the ratio of the medians of two names. Where more is better, it has at_least.
class Goal(typing.NamedTuple):
    what: str
    section: str
    name: str
    base: str
    at_most: float | None = None
    at_least: float | None = None


# A goal and what came of it.
class Outcome(typing.NamedTuple):
    what: str
    ratio: float
    at_most: float | None
    at_least: float | None

    def met(self):
        if self.at_least is not None:
            return self.ratio >= self.at_least
        return round(self.ratio, 3) <= self.at_most

    def limit(self):
        if self.at_least is not None:
            return f"≥ {self.at_least:.3g}"
        return f"≤ {self.at_most:.3g}"


# What a generator costs.
def goals_for_generating():
    least = "objectid_min(clock_timestamp())"
    yield Goal(f"`gen_objectid()` / `{least}`", "generation", "gen_objectid()", least, at_most=1.2)
    yield Goal(f"`uuid_v7()` / `{least}`", "generation", "uuid_v7()", least, at_most=1.6)
    for name in ("gen_objectid()", "uuid_v7()"):
        yield Goal(f"`{name}` / `uuidv7()`", "generation", name, "uuidv7()", at_most=1 / 10)
    yield Goal("`gen_random_digits(12)` / `gen_random_uuid()`",
               "generation", "gen_random_digits(12)", "gen_random_uuid()", at_most=1 / 8)
    for name in ("gen_objectid()", "uuid_v7()"):
        for base, limit in (("bigserial", 1.0), ("gen_random_uuid()", 0.5)):
            yield Goal(f"inserts, `{name}` / `{base}`", "insert", name, base, at_most=limit)


# What the type costs, beside uuid and text.
def goals_for_the_type():
    yield Goal("text in, `objectid` / `uuid`", "text in", "objectid", "uuid", at_most=0.2)
    yield Goal("text out, `objectid` / `uuid`", "text out", "objectid", "uuid", at_most=0.8)
    text = 'text COLLATE "C"'
    for section in ("create index, random", "create index, ordered", "sort", "hash join",
                    "hash aggregate"):
        yield Goal(f"{section}, `objectid` / `uuid`", section, "objectid", "uuid", at_most=1.05)
        yield Goal(f"{section}, `objectid` / `text`", section, "objectid", text, at_most=0.6)
    for index in ("primary key", "foreign key"):
        for base, limit in (("uuid", 1.0), ("char(24)", 0.65)):
            yield Goal(f"size of {index}, `objectid` / `{base}`",
                       f"size, {index}", "objectid", base, at_most=limit)
    yield Goal("size of `(id, integer)`, `objectid` / `uuid`",
               "size, (id, integer)", "objectid", "uuid", at_most=0.8)
    for method, label in GIST_GIN_LABELS.items():
        for what in GIST_GIN:
            yield Goal(f"{label}, {what}, `objectid` / `uuid`",
                       f"{method}, {what}", "objectid", "uuid", at_most=1.0)


# What documents, ranges of time and following cost.
def goals_for_queries():
    for style in DOCUMENTS:
        yield Goal(f"`ejson_to_jsonb` / `text::jsonb`, document: {style}",
                   f"document, {style}", "ejson_to_jsonb", "text::jsonb", at_most=1.0)
    operators = "id >= a AND id <= b"
    yield Goal("range of time, constants / by hand",
               "time range", operators, "by hand", at_most=1.05)
    yield Goal("range of time, stable / by hand",
               "time range", f"{operators}, stable", "by hand, stable", at_most=1.05)
    yield Goal("range of time / on the extracted time, without an index",
               "time range", operators, "extracted time", at_most=1 / 40)
    for rows in ("100 rows", "100 rows by number"):
        yield Goal(f"{rows}, `rows_after` / `id > last`",
                   f"{rows}, us", "rows_after", "id > last", at_most=2.0)


# What it costs that sessions share a generator.
def goals_for_sharing():
    for name in ("gen_objectid()", "uuid_v7()"):
        yield Goal(f"ids/s of two sessions, `{name}` / `uuidv7()`",
                   "sharing, two sessions, ids/s", name, "uuidv7()", at_least=4)
    shared = "gen_objectid()"
    own = "gen_objectid(clock_timestamp())"
    for rows in (1, 1000):
        yield Goal(f"rows/s of eight sessions, {rows:,} a commit, "
                   "one generator / one for each session",
                   f"sharing, {rows} rows, rows/s", shared, own, at_least=0.97)


GOALS = (
    *goals_for_generating(),
    *goals_for_the_type(),
    *goals_for_queries(),
    *goals_for_sharing(),
)


# Of the goals that this server has measurements for.
def outcomes(results):
    found = []
    for goal in GOALS:
        if results.has(goal.section, goal.name, goal.base):
            ratio = results.ratio(goal.section, goal.name, goal.base)
            found.append(Outcome(goal.what, ratio, goal.at_most, goal.at_least))
    for name in ("gen_objectid()", "uuid_v7()"):
        if results.has("scale", name):
            what = f"rows/s of the last three million rows / of the first, `{name}`"
            found.append(Outcome(what, results.kept_speed(name), at_most=None, at_least=0.9))
    return found


# Goals that the table shows in one row: its title, and what they are called.
GROUPS = (
    ("inserts, `gen_objectid()` or `uuid_v7()` / `bigserial`", r"inserts, .* / `bigserial`$"),
    ("inserts, the same / `gen_random_uuid()`", r"inserts, .* / `gen_random_uuid\(\)`$"),
    ("size of keys, `objectid` / `uuid`", r"size of (primary|foreign) key, .* / `uuid`$"),
    ("range of time / by hand", r"range of time, .* / by hand$"),
    ("100 rows by id or number, `rows_after` / `id > last`", r"100 rows.* / `id > last`$"),
    ("ids/s of two sessions, each / `uuidv7()`", r"ids/s of two sessions, "),
    ("rows/s of eight sessions, one generator / one for each session",
     r"rows/s of eight sessions, "),
    ("rows/s of the last three million rows / of the first", r"rows/s of the last three million"),
    ("indexes and queries, `objectid` / `uuid`", r"(create index|sort|hash).* / `uuid`$"),
    ("indexes and queries, `objectid` / `text`", r"(create index|sort|hash).* / `text`$"),
    ("GiST, every measurement, `objectid` / `uuid`", r"GiST"),
    ("GIN, every measurement, `objectid` / `uuid`", r"GIN"),
    ("every document but the largest, `ejson_to_jsonb` / `text::jsonb`",
     rf"`ejson_to_jsonb`(?!.*{re.escape(LARGE)})"),
)


def group_of(what):
    for group, pattern in GROUPS:
        if re.match(pattern, what):
            return group
    return what


def goal_table(results):
    grouped = {}
    for outcome in outcomes(results):
        row = (group_of(outcome.what), outcome.limit())
        grouped.setdefault(row, []).append(outcome)
    rows = []
    for (what, limit), members in grouped.items():
        ratios = [outcome.ratio for outcome in members]
        least = f"{min(ratios):.3f}"
        greatest = f"{max(ratios):.3f}"
        measured = least if least == greatest else f"{least}–{greatest}"
        if not all(outcome.met() for outcome in members):
            measured = f"**missed:** {measured}"
        rows.append((what, measured, limit))
    return table(("what", "measured", "goal"), rows)


# Why a goal may be missed, by how its line begins; shown for those that were.
REASONS = (
    (("`gen_objectid()` /", "`uuid_v7()` /"),
     "Beyond what `objectid_min(clock_timestamp())` does, a generator takes and gives back the "
     "lock of the shared state, and `uuid_v7()` needs random bytes. `uuidv7()` takes no lock, but "
     "draws its random bytes for each call."),
    (("ids/s of two sessions",),
     "Sessions that make nothing but ids take turns at the shared state, so that two make no more "
     "than one. `uuidv7()` shares nothing."),
    (("rows/s of eight sessions",),
     "What eight sessions commit in a second varies from run to run by more than the generator's "
     "share in it."),
    (("inserts, `gen_objectid()` / `bigserial`",),
     "An `objectid` has four bytes more than a `bigint`, in the table, in the index and in their "
     "WAL."),
    (("rows/s of the last three million",),
     "A checkpoint begins towards the end, when the WAL reaches `max_wal_size` divided by 1.9. "
     "Whether that is the whole reason was not measured."),
    (("GiST",),
     "A search compares every entry of a page, and a page holds more `objectid` entries than "
     "`uuid` entries of btree_gist."),
    (("GIN",),
     "The times vary from run to run."),
    (("100 rows, `rows_after`",),
     "Part of a call of `rows_after` is the look at the lock table, which does not depend on the "
     "number of rows."),
    (("create index", "sort"),
     "Reading the table and writing pages and WAL do not depend on the type. The sort compares two "
     "integers, as for `uuid`; for `text`, eight digits, and the rest only within a second."),
    (("size of foreign key, `objectid` / `char(24)`",),
     "On PostgreSQL 18 an index of `char(24)` holds each value that repeats only once, as that of "
     "`objectid` does; on 15 it does not."),
    (("`ejson_to_jsonb` / `text::jsonb`, document: 40 of $date",),
     "The server's encoder writes each time anew."),
    (("hash join", "hash aggregate"),
     "Not explained yet."),
    ((f"`ejson_to_jsonb` / `text::jsonb`, document: {LARGE}",),
     "The result is half as long again as base64: two hexadecimal digits for each byte."),
    (("range of time",),
     "The operators are rewritten to the form by hand while a query is planned. What differs is "
     "the planning, some microseconds in a query that takes some hundred."),
)


def missed_goals(all_results):
    missed = set()
    for results in all_results:
        missed.update(outcome.what for outcome in outcomes(results) if not outcome.met())
    lines = []
    unexplained = set(missed)
    for beginnings, reason in REASONS:
        explained = {what for what in missed if what.startswith(beginnings)}
        unexplained -= explained
        if explained:
            # not by commas, which names contain
            lines.append(f"- {'; '.join(sorted(explained))}: {reason}")
    for what in sorted(unexplained):
        lines.append(f"- {what}: not explained yet.")
    return lines


# A row or column of a grid: the values of a section, times scale.
class Measurement(typing.NamedTuple):
    label: str
    section: str
    unit: str
    scale: float = 1

    def title(self):
        return f"{self.label}, {self.unit}" if self.label else self.unit


# The ratio to the base in bold, the median and, if they are more than a tenth away from it, the
# least and the greatest value.
def cell(results, base, measurement, name):
    section = measurement.section
    if not results.has(section, name):
        return ""
    values = results.sections[section][name]
    least = min(values)
    greatest = max(values)
    median = results.median(section, name)
    text = number(median * measurement.scale)
    if least < 0.9 * median or greatest > 1.1 * median:
        scaled_least = number(least * measurement.scale)
        scaled_greatest = number(greatest * measurement.scale)
        text += f" ({scaled_least}–{scaled_greatest})"
    if name == base or not results.has(section, base):
        return text
    return f"**{results.ratio(section, name, base):.2f}** {text}"


# A table with a row for each measurement and a column for each name, or the other way round. The
# base comes first.
def grid(results, base, measurements, by_name=False):
    measurements = [m for m in measurements if m.section in results.sections]
    names = []
    for measurement in measurements:
        names += [name for name in results.names(measurement.section) if name not in names]
    if base in names:
        names.remove(base)
        names.insert(0, base)
    titles = [measurement.title() for measurement in measurements]
    columns = [f"`{name}`" for name in names]
    cells = [[cell(results, base, m, name) for name in names] for m in measurements]
    if by_name:
        cells_by_name = [list(row) for row in zip(*cells)]
        rows = [[column, *row] for column, row in zip(columns, cells_by_name)]
        return table(["", *titles], rows)
    rows = [[title, *row] for title, row in zip(titles, cells)]
    return table(["", *columns], rows)


def write_chart(path, draw, results):
    plt.rcParams.update({
        "text.color": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.edgecolor": INK,
        "font.size": 10,
        "svg.hashsalt": "objectid",
        "svg.fonttype": "none",
    })
    figure, axes = plt.subplots(figsize=(8, 3.6))
    draw(axes, results)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, transparent=True, metadata={"Date": None})
    plt.close(figure)


def colour(name):
    if "random_uuid" in name or "v4" in name:
        return COLOURS["random"]
    if "serial" in name or "nextval" in name:
        return COLOURS["serial"]
    if "objectid" in name:
        return COLOURS["objectid"]
    if name.startswith(("uuid_v", "gen_random_digits")):
        return COLOURS["uuid"]
    return INK


def draw_generation(axes, results):
    def median(name):
        return results.median("generation", name)

    names = sorted(results.names("generation"), key=median, reverse=True)
    medians = [median(name) for name in names]
    bars = axes.barh(names, medians, color=[colour(name) for name in names])
    axes.bar_label(bars, [number(median) for median in medians], padding=3, color=INK)
    axes.set_xscale("log")
    axes.set_xlabel(f"ns per call, net, log scale (PostgreSQL {results.version})")


def draw_scale(axes, results):
    for name, times in results.sections["scale"].items():
        millions = range(1, len(times) + 1)
        speeds = [1 / seconds for seconds in times]
        axes.plot(millions, speeds, label=name, color=colour(name))
    axes.set_ylim(bottom=0)
    axes.set_xlabel("millions of rows in the table")
    axes.set_ylabel("million rows/s")
    axes.legend(frameon=False, ncols=2)
    axes.set_title(f"Inserts with shared_buffers = 128MB (PostgreSQL {results.version})", color=INK)


def draw_lag(axes, results):
    section = "lag of the newest row, ms"
    names = results.names(section)
    ages = [float(name) for name in names]
    lags = [results.median(section, name) for name in names]
    axes.plot(ages, lags, marker="o", color=COLOURS["uuid"])
    axes.set_xlabel("age of the oldest writer, ms")
    axes.set_ylabel("age of the newest row read, ms")
    axes.set_title(f"How far rows_after() is behind (PostgreSQL {results.version})", color=INK)


# The parts of the page. Each is a list of lines, empty if nothing of it was measured.

def introduction(all_results):
    newest = all_results[-1]
    machine = f"{os.cpu_count()} cores of {processor()}, {memory_gib()} GiB of memory"
    servers = " and ".join(results.facts["server"] for results in all_results)
    lines = [
        "# Benchmarks", "",
        "Written by `test/bench/run`.",
        f"Machine: {machine}; PostgreSQL {servers}.",
        "The sides of each ratio took turns in one run on one server. "
        "Below 1 means faster or smaller than the base, except for rates "
        "(rows/s, ids/s, 1/s), where more is better.", "",
    ]
    if any(results.quick for results in all_results):
        lines += ["**This was a run with `--quick`:** half a million ids, a million rows in the "
                  "range of time, three million while growing, few rounds. Take it for a first "
                  "impression.", ""]
    settings = ", ".join(f"`{name} = {value}`" for name, value in newest.facts["settings"].items())
    lines += [f"Settings: {settings}; parallel query off.", ""]
    lines += [
        "`uuidv7()` and `gen_random_uuid()` are PostgreSQL's own, `uuid_generate_v7()` is of "
        "pg_uuidv7, other `uuid_generate` functions are of uuid-ossp. `generate_object_id()` is "
        "the PL/pgSQL that people copy; the sequence `cached` has `CACHE 1000`. "
        "`objectid_min(clock_timestamp())` reads the clock and returns twelve bytes: the least "
        "that a generator does.", "",
    ]
    return lines


def generating(results):
    if "generation" not in results.sections:
        return []
    return [
        f"## Generating, PostgreSQL {results.version}", "",
        "`SELECT count(f()) FROM generate_series(1, N)` with ten calls per row, minus the same "
        "rows without `f()`.", "",
        grid(results, "objectid_min(clock_timestamp())", [Measurement("", "generation", "ns")],
             by_name=True),
    ]


def inserting(results):
    if "insert" not in results.sections:
        return []
    measurements = [
        Measurement("one statement", "insert", "s"),
        Measurement("WAL", "wal", "bytes/row"),
        Measurement("1 row", "sessions, 1 rows", "rows/s"),
        Measurement("1,000 rows", "sessions, 1000 rows", "rows/s"),
    ]
    return [
        f"## Inserting, PostgreSQL {results.version}", "",
        "Into a table whose only index is its primary key: "
        f"{results.facts['insert rows']:,} rows by one statement; eight sessions that commit each "
        "row, or each 1,000.", "",
        grid(results, "bigserial", measurements, by_name=True),
    ]


def counters(results):
    if "counters, 1 rows" not in results.sections:
        return []
    measurements = [
        Measurement("1 row", "counters, 1 rows", "rows/s"),
        Measurement("1,000 rows", "counters, 1000 rows", "rows/s"),
    ]
    return [
        f"## Counters, PostgreSQL {results.version}", "",
        "Eight sessions that commit each row, or each 1,000. `counter_take` takes 1,000 numbers at "
        "a time.", "",
        grid(results, "gen_objectid()", measurements, by_name=True),
    ]


def plain_sql(results):
    if "managed" not in results.sections:
        return []
    measurements = [
        Measurement("", "managed", "ns"),
        Measurement("", "managed, 1 row", "rows/s"),
    ]
    return [
        f"## Plain SQL, PostgreSQL {results.version}", "",
        "[The script](managed.md) is in the schema `managed`. `object_id_of_transaction()` is what "
        "people write in SQL. ns per call; rows/s of eight sessions that commit each row.", "",
        grid(results, "gen_random_uuid()", measurements, by_name=True),
    ]


def sharing(results):
    if "sharing, two sessions, ids/s" not in results.sections:
        return []
    ids = Measurement("", "sharing, two sessions, ids/s", "ids/s")
    commits = []
    for rows in (1, 1000):
        label = f"{rows:,} a commit"
        section = f"sharing, {rows} rows"
        commits += [
            Measurement(label, f"{section}, rows/s", "rows/s"),
            Measurement(label, f"{section}, bytes of index per row", "index bytes/row"),
        ]
    first_ids = Measurement("", "sharing, µs of a connection's ids", "µs")
    return [
        f"## One generator for all sessions, PostgreSQL {results.version}", "",
        "Two sessions that make nothing but ids:", "",
        grid(results, "objectid_min(clock_timestamp())", [ids], by_name=True),
        "Eight sessions that commit each row, or each 1,000; `gen_objectid(clock_timestamp())` has "
        "its state in each session.", "",
        grid(results, "gen_objectid()", commits, by_name=True),
        "The first and second id of a connection, with the library loaded, including the round "
        "trip:", "",
        grid(results, "first", [first_ids], by_name=True),
    ]


def growing(results):
    if "scale" not in results.sections:
        return []
    rows = [(f"`{name}`", f"**{results.kept_speed(name):.2f}**") for name in results.names("scale")]
    return [
        f"## Growing, PostgreSQL {results.version}", "",
        table(("", "rows/s of the last three million rows / of the first (medians)"), rows),
    ]


def text_and_copy(results):
    if "text in" not in results.sections:
        return []
    measurements = [
        Measurement("text in", "text in", "ns"),
        Measurement("text out", "text out", "ns"),
        Measurement("copy in, text", "copy in, text", "s"),
        Measurement("copy out, text", "copy out, text", "s"),
        Measurement("copy in, binary", "copy in, binary", "s"),
        Measurement("copy out, binary", "copy out, binary", "s"),
    ]
    return [
        f"## Text, binary and COPY, PostgreSQL {results.version}", "",
        grid(results, "uuid", measurements),
    ]


def indexes_and_queries(results):
    if "sort" not in results.sections:
        return []
    in_ms = ("create index, ordered", "create index, random", "sort", "hash join", "merge join",
             "hash aggregate", "order by … limit", "min, max by index")
    speeds = [Measurement(section, section, "ms", scale=1000) for section in in_ms]
    speeds.append(Measurement("point lookup", "point lookup", "1/s"))
    in_mb = ("size, primary key", "size, (id, integer)", "size, foreign key")
    sizes = [Measurement(section, section, "MB", scale=1e-6) for section in in_mb]
    return [
        f"## Indexes and queries, PostgreSQL {results.version}", "",
        f"{results.facts['ids']:,} ids, a hundred per second; the ObjectIds are those of eight "
        "processes, the uuids of version 7. \"Random\" and the queries are the same ids in random "
        "order. Point lookups are those of eight sessions.", "",
        grid(results, "uuid", speeds),
        grid(results, "uuid", sizes),
    ]


def unit_of_gist_gin(what):
    if what.startswith("size"):
        return "MB", 1e-6
    if what.endswith("lookup"):
        return "µs", 1
    return "ms", 1000


def gist_and_gin(results):
    if "gist, point lookup" not in results.sections:
        return []
    measurements = []
    for method, label in GIST_GIN_LABELS.items():
        for what in GIST_GIN:
            unit, scale = unit_of_gist_gin(what)
            measurements.append(
                Measurement(f"{label}, {what}", f"{method}, {what}", unit, scale))
    return [
        f"## GiST and GIN, PostgreSQL {results.version}", "",
        f"{results.facts['gist rows']:,} of these ids, and a fifth of them where an index is "
        "filled row by row. `uuid` has the classes of btree_gist and btree_gin.", "",
        grid(results, "uuid", measurements),
    ]


def documents(results):
    if "document, canonical" not in results.sections:
        return []
    measurements = [Measurement(style, f"document, {style}", "µs") for style in DOCUMENTS]
    return [
        f"## MongoDB's documents, PostgreSQL {results.version}", "",
        "`ejson_to_jsonb` of a `jsonb`, against reading the same document's text as `jsonb`:", "",
        grid(results, "text::jsonb", measurements),
    ]


def ranges_of_time(results):
    if "time range" not in results.sections:
        return []
    rows = results.facts["time rows"]
    by_time = results.facts["expression index bytes"] / 1e6
    primary_key = results.facts["time primary key bytes"] / 1e6
    brin = results.facts["BRIN bytes"] / 1e3
    return [
        f"## Ranges of time, PostgreSQL {results.version}", "",
        f"{rows // 1000:,} of {rows:,} rows. By hand: `id >= objectid_min(a) AND id <= "
        "objectid_max(b)`.", "",
        grid(results, "by hand", [Measurement("", "time range", "ms", scale=1000)], by_name=True),
        f"The expression index on the extracted time takes {by_time:.0f} MB beside the "
        f"{primary_key:.0f} MB of the primary key that the operators use; a BRIN index on the id "
        f"{brin:.0f} kB.", "",
    ]


def planning(results):
    measurements = [Measurement("one table", "planning", "µs")]
    for what in ("constants", "one stable time", "two stable times"):
        section = f"planning partitions, {what}"
        measurements.append(Measurement(f"many partitions, {what}", section, "µs"))
    if not any(measurement.section in results.sections for measurement in measurements):
        return []
    return ["Planning:", "", grid(results, "by hand", measurements)]


def joins_of_time(results):
    if "time join" not in results.sections:
        return []
    return [
        "Ranges of a minute joined with the rows of their time, and with a further table:", "",
        grid(results, "by hand", [Measurement("", "time join", "ms", scale=1000)]),
    ]


def following(results):
    if "100 rows, us" not in results.sections:
        return []
    resolved = results.median("resolved_timestamp, us", "12 writers")
    rate = results.median("rows/s beside 8 writers", "rows_after")
    part = results.median("part read when the writers stop", "rows_after")
    measurements = [
        Measurement("by id", "100 rows, us", "µs"),
        Measurement("by number", "100 rows by number, us", "µs"),
    ]
    return [
        f"## Following a table, PostgreSQL {results.version}", "",
        f"{results.facts['followed rows']:,} rows, 100 idle and 12 writing sessions: "
        f"`resolved_timestamp` takes {resolved:.0f} µs. The next 100 rows:", "",
        grid(results, "id > last", measurements),
        "A reader beside eight writers that commit 1,000 rows at a time read "
        f"{rate:,.0f} rows/s. When the writers stopped, it had read {part:.0%} of their rows.", "",
    ]


def memory(results):
    if "memory" not in results.sections:
        return []
    return [
        f"## Memory, PostgreSQL {results.version}", "",
        "Private memory that the first id adds to a session, in whole pages:", "",
        grid(results, "gen_objectid()", [Measurement("", "memory", "bytes")]),
    ]


# How the charts are drawn that the page shows.
DRAW = {
    "generation": draw_generation,
    "scale": draw_scale,
    "lag": draw_lag,
}


def show_chart(chart, caption):
    return [f"![{caption}](benchmarks-{chart}.svg)", ""]


# The page, and the results that each of its charts shows: first the goals, then the tables of each
# server.
def page(all_results):
    newest = all_results[-1]
    charts = {}
    if newest.has("generation", "gen_objectid()"):
        charts["generation"] = newest
    for results in all_results:  # the newest comes last
        if "scale" in results.sections:
            charts["scale"] = results
        if "100 rows, us" in results.sections:
            charts["lag"] = results
    lines = introduction(all_results)
    lines += [f"## Goals, PostgreSQL {newest.version}", "", goal_table(newest)]
    missed = missed_goals(all_results)
    if missed:
        lines += ["### Goals that were not met", "", *missed, ""]
    lines += [
        "## Tables", "",
        "Each cell shows the ratio to the base (the first row or column) in bold, the median, and "
        "both extremes if one is more than a tenth away from the median.", "",
    ]
    for results in all_results:
        if results is not newest:
            lines += [f"## Goals, PostgreSQL {results.version}", "", goal_table(results)]
        lines += generating(results)
        if charts.get("generation") is results:
            lines += show_chart("generation", "ns per call of each generator")
        lines += inserting(results)
        lines += counters(results)
        lines += plain_sql(results)
        lines += sharing(results)
        lines += growing(results)
        if charts.get("scale") is results:
            lines += show_chart("scale", "million rows per second while a table grows")
        lines += text_and_copy(results)
        lines += indexes_and_queries(results)
        lines += gist_and_gin(results)
        lines += documents(results)
        lines += ranges_of_time(results)
        lines += planning(results)
        lines += joins_of_time(results)
        lines += following(results)
        if charts.get("lag") is results:
            lines += show_chart("lag", "age of the newest row read by the age of the oldest writer")
        lines += memory(results)
    return "\n".join(lines).rstrip() + "\n", charts


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "an unnamed processor"


def memory_gib():
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("doc", type=pathlib.Path)
    parser.add_argument("--print", action="store_true")
    arguments = parser.parse_args()
    text, charts = page([Results(path) for path in sorted(arguments.results.glob("*.json"))])
    if arguments.print:
        print(text)
        return
    for chart, results in charts.items():
        write_chart(arguments.doc / f"benchmarks-{chart}.svg", DRAW[chart], results)
    (arguments.doc / "benchmarks.md").write_text(text, encoding="utf-8")
    print(f"wrote {arguments.doc / 'benchmarks.md'}")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# Turns what measure.py measured into doc/benchmarks.md and its charts.
# SPDX-License-Identifier: PostgreSQL
#
# Usage: report.py RESULTS_DIR DOC_DIR [--print]
# With --print it prints the page and writes nothing.

import json
import os
import pathlib
import re
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  the backend has to be chosen before

# Readable on a light and on a dark page: no background of our own, ink of middle brightness.
INK = "#808080"
COLOURS = {"objectid": "#2f81f7", "uuid": "#d29922", "text": "#a371f7", "random": "#f85149",
           "serial": "#3fb950"}


class Results:
    def __init__(self, path):
        data = json.loads(path.read_text(encoding="utf-8"))
        self.quick = data["quick"]
        self.facts = data["facts"]
        self.sections = data["results"]
        self.version = self.facts["server"].split()[0]
        # The least disturbed loop is what every round has in it.
        for section, loops in self.facts.get("loops", {}).items():
            measured = self.sections[section]
            for name, loop in loops.items():
                measured[name] = [value - min(measured[loop]) for value in measured[name]]

    def has(self, section, *names):
        return all(name in self.sections.get(section, {}) for name in names)

    def median(self, section, name):
        return statistics.median(self.sections[section][name])

    def ratio(self, section, name, base):
        return self.median(section, name) / self.median(section, base)


def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 10 else f"{value:.0f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


# What is left of the first rows per second at the end of growth. Three millions at each end: one
# may meet a checkpoint.
def kept(r, name):
    times = r.sections["scale"][name]
    return statistics.median(times[:3]) / statistics.median(times[-3:])


# What is measured of a GiST and a GIN index.
GIST_GIN = (
    "create index, ordered", "create index, random",
    "insert, ordered", "insert, random",
    "size, ordered", "size, random",
    "size of filled, ordered", "size of filled, random",
    "point look-up",
)


# Which documents ejson_to_jsonb is measured with.
KEYS = ("$oid", "$numberInt", "$numberDecimal", "$date", "$uuid")
DOCUMENTS = ("canonical", "relaxed", "plain", *(f"40 of {key}" for key in KEYS))


# What the table of goals shows in one row, and the goals whose names match.
GROUPS = (
    ("indexes and queries, `objectid` / `uuid`", r"(create index|sort|hash).* / `uuid`$"),
    ("indexes and queries, `objectid` / `text`", r"(create index|sort|hash).* / `text`$"),
    ("GiST, every measurement, `objectid` / `uuid`", r"gist"),
    ("GIN, every measurement, `objectid` / `uuid`", r"gin"),
    ("every document, `ejson_to_jsonb` / `text::jsonb`", r"`ejson_to_jsonb`"),
)


# Goals for the ratio of two medians: what, section, name, base and limit.
def goals_for_medians():
    least = "objectid_min(clock_timestamp())"
    yield f"`gen_objectid()` / `{least}`", "generation", "gen_objectid()", least, 1.2
    yield f"`uuid_v7()` / `{least}`", "generation", "uuid_v7()", least, 1.6
    for name in ("gen_objectid()", "uuid_v7()"):
        yield f"`{name}` / core `uuidv7()`", "generation", name, "uuidv7()", 1 / 10
    yield ("`gen_random_digits(12)` / `gen_random_uuid()`",
           "generation", "gen_random_digits(12)", "gen_random_uuid()", 1 / 8)
    for name in ("gen_objectid()", "uuid_v7()"):
        yield f"inserts, `{name}` / `bigserial`", "insert", name, "bigserial", 1.0
        yield f"inserts, `{name}` / `gen_random_uuid()`", "insert", name, "gen_random_uuid()", 0.5

    yield "text in, `objectid` / `uuid`", "text in", "objectid", "uuid", 0.2
    yield "text out, `objectid` / `uuid`", "text out", "objectid", "uuid", 0.8
    for section in ("create index, random", "create index, ordered", "sort", "hash join",
                    "hash aggregate"):
        yield f"{section}, `objectid` / `uuid`", section, "objectid", "uuid", 1.05
        yield f"{section}, `objectid` / `text`", section, "objectid", 'text COLLATE "C"', 0.6
    for what in ("primary key", "foreign key"):
        section = f"size, {what}"
        yield f"size of {what}, `objectid` / `uuid`", section, "objectid", "uuid", 1.0
        yield f"size of {what}, `objectid` / `char(24)`", section, "objectid", "char(24)", 0.65
    yield ("size of `(id, integer)`, `objectid` / `uuid`",
           "size, (id, integer)", "objectid", "uuid", 0.8)
    for method in ("gist", "gin"):
        for what in GIST_GIN:
            section = f"{method}, {what}"
            yield f"{section}, `objectid` / `uuid`", section, "objectid", "uuid", 1.0

    for style in DOCUMENTS:
        what = f"`ejson_to_jsonb` / `text::jsonb`, document: {style}"
        yield what, f"document, {style}", "ejson_to_jsonb", "text::jsonb", 1.0
    operators = "id >= a AND id <= b"
    yield "range of time, constants / by hand", "time range", operators, "by hand", 1.05
    yield ("range of time, stable / by hand",
           "time range", f"{operators}, stable", "by hand, stable", 1.05)
    yield ("range of time / on the extracted time, without an index",
           "time range", operators, "extracted time", 1 / 40)
    for by in ("", " by number"):
        what = f"100 rows{by}, `rows_after` / `id > last`"
        yield what, f"100 rows{by}, us", "rows_after", "id > last", 2.0

    # More is better from here on, hence limits below 0.
    section = "sharing, two sessions, ids/s"
    for name in ("gen_objectid()", "uuid_v7()"):
        yield f"ids/s of two sessions, `{name}` / core `uuidv7()`", section, name, "uuidv7()", -4
    own = "gen_objectid(clock_timestamp())"
    shared = "gen_objectid()"
    for count in (1, 1000):
        what = (f"rows/s of eight sessions, {count} a commit, "
                "one generator / one for each session")
        yield what, f"sharing, {count} rows, rows/s", shared, own, -0.97


# The goals that this server has measurements for: what, ratio, and the limit that it must keep.
def goals(r):
    result = []
    for what, section, name, base, limit in goals_for_medians():
        if r.has(section, name, base):
            result.append((what, r.ratio(section, name, base), limit))
    for name in ("gen_objectid()", "uuid_v7()"):
        if r.has("scale", name):
            what = f"rows/s of the last three millions / of the first three, `{name}`"
            result.append((what, kept(r, name), -0.9))
    return result


def met(ratio, limit):
    return ratio >= -limit if limit < 0 else round(ratio, 3) <= limit


def goal_table(r):
    found = {}
    for what, ratio, limit in goals(r):
        group = next((name for name, those in GROUPS if re.match(those, what)), what)
        found.setdefault((group, limit), []).append(ratio)
    rows = []
    for (what, limit), ratios in found.items():
        ends = dict.fromkeys((f"{min(ratios):.3f}", f"{max(ratios):.3f}"))
        goal = f"{'≥' if limit < 0 else '≤'} {abs(limit):.3g}"
        missed = "" if all(met(ratio, limit) for ratio in ratios) else "**missed:** "
        rows.append((what, missed + "–".join(ends), goal))
    return table(("what", "measured", "goal"), rows)


# Why a goal may be missed, by how its line begins; shown for those that were.
REASONS = (
    (("`gen_objectid()` /", "`uuid_v7()` /"),
     "Core's function draws its random bytes for each call; ours takes and gives back a lock. "
     "`objectid_min(clock_timestamp())` reads the clock and returns twelve bytes, which is the "
     "least that a generator does. Taking and giving back the lock of the shared state, and the "
     "random bytes of a UUID, come on top."),
    (("ids/s of two sessions",),
     "Sessions that make nothing but ids take turns at the shared state, so that two make no more "
     "than one. Core's function shares nothing."),
    (("rows/s of eight sessions",),
     "What eight sessions commit in a second varies from run to run by more than the generator's "
     "share in it."),
    (("inserts, `gen_objectid()` / `bigserial`",),
     "An `objectid` has four bytes more than a `bigint`, in the table, in the index and in their "
     "WAL."),
    (("rows/s of the last three millions",),
     "A checkpoint begins towards the end, when the WAL reaches `max_wal_size` divided by 1.9. "
     "Whether that is the whole reason was not measured."),
    (("gist", "gin"),
     "A GiST search compares every entry of a page, and a page holds more `objectid` entries than "
     "`uuid` entries of btree_gist. The times for GIN vary from run to run."),
    (("100 rows, `rows_after`",),
     "Part of a call of `rows_after` is the look at the lock table, which does not depend on the "
     "count of rows."),
    (("create index", "sort"),
     "Reading the table and writing pages and their WAL do not depend on the type. The sort "
     "compares two integers, as for `uuid`. `text` compares eight digits, and the whole text only "
     "for ids of the same second."),
    (("hash join", "hash aggregate"),
     "The server spends the time waiting for memory, in its hash table and its tuples. Those of "
     "`text` are only a little longer."),
    (("size of foreign key, `objectid` / `char(24)`",),
     "On PostgreSQL 18 an index of `char(24)` holds each value that repeats only once, as that of "
     "`objectid` does; on 15 it does not."),
    (("range of time",),
     "The operators are rewritten to the form by hand while a query is planned. What differs is "
     "the planning, some microseconds in a query that takes some hundred."),
)


def missed_goals(all_results):
    missed = set()
    for r in all_results:
        missed.update(what for what, ratio, limit in goals(r) if not met(ratio, limit))
    lines = []
    unexplained = missed
    for names, reason in REASONS:
        explained = {what for what in missed if what.startswith(names)}
        unexplained = unexplained - explained
        if explained:
            lines.append(f"- {', '.join(sorted(explained))}: {reason}")
    return lines + [f"- {what}: not explained yet." for what in sorted(unexplained)]


# A table of measurements, each (label, section, unit, scale), with a row for each and a column for
# each name, or the other way round. A cell has the ratio to the base in bold, the median and, if
# they are more than a tenth away from it, the least and the greatest value.
def grid(r, base, measurements, by_name=False):
    measurements = [m for m in measurements if m[1] in r.sections]
    sections = [section for _, section, _, _ in measurements]
    names = dict.fromkeys(name for section in sections for name in r.sections[section])
    names = [name for name in names if not name.startswith("loop")]
    names.sort(key=lambda name: name != base)

    def cell(measurement, name):
        _, section, _, scale = measurement
        if not r.has(section, name):
            return ""
        measured = r.sections[section][name]
        median, least, greatest = r.median(section, name), min(measured), max(measured)
        text = number(median * scale)
        if least < 0.9 * median or greatest > 1.1 * median:
            text += f" ({number(least * scale)}–{number(greatest * scale)})"
        if name == base or not r.has(section, base):
            return text
        return f"**{r.ratio(section, name, base):.2f}** {text}"

    titles = [f"{label}, {unit}" if label else unit for label, _, unit, _ in measurements]
    if by_name:
        rows = [[f"`{name}`", *(cell(m, name) for m in measurements)] for name in names]
        return table(["", *titles], rows)
    rows = [[title, *(cell(m, name) for name in names)]
            for title, m in zip(titles, measurements)]
    return table(["", *(f"`{name}`" for name in names)], rows)


def figure(path, draw, size=(8, 3.6)):
    plt.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "xtick.color": INK,
                         "ytick.color": INK, "axes.edgecolor": INK, "font.size": 10,
                         "svg.hashsalt": "objectid", "svg.fonttype": "none"})
    fig, axes = plt.subplots(figsize=size)
    draw(axes)
    axes.spines[["top", "right"]].set_visible(False)
    fig.tight_layout()
    fig.savefig(path, transparent=True, metadata={"Date": None})
    plt.close(fig)


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


def draw_generation(r):
    def draw(axes):
        names = sorted((n for n in r.sections["generation"] if not n.startswith("loop")),
                       key=lambda n: r.median("generation", n), reverse=True)
        values = [r.median("generation", n) for n in names]
        bars = axes.barh(names, values, color=[colour(n) for n in names])
        axes.bar_label(bars, [number(v) for v in values], padding=3, color=INK)
        axes.set_xscale("log")
        axes.set_xlabel(f"ns per call, net, log scale (PostgreSQL {r.version})")
    return draw


def draw_scale(r):
    def draw(axes):
        for name, seconds in r.sections["scale"].items():
            millions = range(1, len(seconds) + 1)
            axes.plot(millions, [1 / s for s in seconds], label=name, color=colour(name))
        axes.set_ylim(bottom=0)
        axes.set_xlabel("millions of rows in the table")
        axes.set_ylabel("million rows/s")
        axes.legend(frameon=False, ncols=2)
        axes.set_title(f"Inserts with shared_buffers = 128MB (PostgreSQL {r.version})", color=INK)
    return draw


def draw_lag(r):
    def draw(axes):
        section = "lag of the newest row, ms"
        ages = r.sections[section]
        lags = [r.median(section, age) for age in ages]
        axes.plot([float(age) for age in ages], lags, marker="o", color=COLOURS["uuid"])
        axes.set_xlabel("age of the oldest writer, ms")
        axes.set_ylabel("age of the newest row read, ms")
        axes.set_title(f"How far rows_after() is behind (PostgreSQL {r.version})", color=INK)
    return draw


# The parts of the page. Each is a list of lines, empty if nothing of it was measured.

def introduction(all_results):
    newest = all_results[-1]
    machine = f"{os.cpu_count()} cores of {processor()}, {memory_gib()} GiB of memory"
    servers = " and ".join(r.facts["server"] for r in all_results)
    lines = [
        "# Benchmarks", "",
        "Written by `test/bench/run`.",
        f"Machine: {machine}, a virtual machine; PostgreSQL {servers}.",
        "The sides of each ratio were measured alternately, in one run on one server. Ratios "
        "depend less on the machine than times do. Below 1 means faster or smaller than the base, "
        "except for rates (rows/s, ids/s), where more is better.", "",
    ]
    if any(r.quick for r in all_results):
        lines += ["**This was a run with `--quick`:** half a million ids, a million rows in the "
                  "range of time, three million while growing, few rounds. Take it for a first "
                  "impression.", ""]
    settings = ", ".join(f"`{name} = {value}`" for name, value in newest.facts["settings"].items())
    lines += [f"Settings: {settings}; parallel query off. Parallelism and JIT would blur what one "
              "function costs.", ""]
    return lines


def generating(r):
    if "generation" not in r.sections:
        return []
    return [
        f"## Generating, PostgreSQL {r.version}", "",
        "`SELECT count(f()) FROM generate_series(1, N)`, ten to a row, less the same rows without "
        "`f()`.", "",
        grid(r, "objectid_min(clock_timestamp())", [("", "generation", "ns", 1)], by_name=True),
    ]


def inserting(r):
    if "insert" not in r.sections:
        return []
    measurements = [
        ("one statement", "insert", "s", 1),
        ("WAL", "wal", "bytes/row", 1),
        ("1 row", "sessions, 1 rows", "rows/s", 1),
        ("1,000 rows", "sessions, 1000 rows", "rows/s", 1),
    ]
    return [
        f"## Inserting, PostgreSQL {r.version}", "",
        f"Into a table whose only index is its primary key: {r.facts['insert rows']:,} rows by one "
        "statement; eight sessions that commit each row, or each 1,000 (more rows/s are better).",
        "",
        grid(r, "bigserial", measurements, by_name=True),
    ]


def counters(r):
    if "counters, 1 rows" not in r.sections:
        return []
    measurements = [
        ("1 row", "counters, 1 rows", "rows/s", 1),
        ("1,000 rows", "counters, 1000 rows", "rows/s", 1),
    ]
    return [
        f"## Counters, PostgreSQL {r.version}", "",
        "Eight sessions that commit each row, or each 1,000 (more rows/s are better). "
        "`counter_take` takes 1,000 numbers at a time.", "",
        grid(r, "gen_objectid()", measurements, by_name=True),
    ]


def plain_sql(r):
    if "managed" not in r.sections:
        return []
    measurements = [("", "managed", "ns", 1), ("", "managed, 1 row", "rows/s", 1)]
    return [
        f"## Plain SQL, PostgreSQL {r.version}", "",
        "The functions of [the script](managed.md) in the schema `managed`, the extension's, and "
        "what people write themselves; ten to a row, less the same rows without them, and rows/s "
        "of eight sessions that commit each (more are better).", "",
        grid(r, "gen_random_uuid()", measurements, by_name=True),
    ]


def sharing(r):
    ids = "sharing, two sessions, ids/s"
    if ids not in r.sections:
        return []
    rows = []
    for count in (1, 1000):
        label = f"{count} a commit"
        section = f"sharing, {count} rows"
        rows += [(label, f"{section}, rows/s", "rows/s", 1),
                 (label, f"{section}, bytes of index per row", "bytes/row", 1)]
    first_ids = "sharing, µs of a connection's ids"
    return [
        f"## One generator for all sessions, PostgreSQL {r.version}", "",
        "Two sessions that make nothing but ids (more are better):", "",
        grid(r, "objectid_min(clock_timestamp())", [("", ids, "ids/s", 1)], by_name=True),
        "Eight sessions that commit each row, or each 1,000, and the index that they fill; "
        "`gen_objectid(clock_timestamp())` has its state in each session.", "",
        grid(r, "gen_objectid()", rows, by_name=True),
        "The first id of a connection that has the library loaded, and the next, with the round "
        "trip:", "",
        grid(r, "second", [("", first_ids, "µs", 1)], by_name=True),
    ]


def growing(r):
    if "scale" not in r.sections:
        return []
    rows = [(f"`{name}`", f"**{kept(r, name):.2f}**") for name in r.sections["scale"]]
    return [
        f"## Growing, PostgreSQL {r.version}", "",
        table(("", "rows/s of the last three millions / of the first three (medians)"), rows),
    ]


def text_and_copy(r):
    if "text in" not in r.sections:
        return []
    measurements = [(what, what, "ns", 1) for what in ("text in", "text out")]
    for what in ("in, text", "out, text", "in, binary", "out, binary"):
        measurements.append((f"copy {what}", f"copy {what}", "s", 1))
    return [
        f"## Text, binary and COPY, PostgreSQL {r.version}", "",
        grid(r, "uuid", measurements),
    ]


def indexes_and_queries(r):
    if "sort" not in r.sections:
        return []
    timed = ("create index, ordered", "create index, random", "sort", "hash join", "merge join",
             "hash aggregate", "order by … limit", "min, max by index")
    speeds = [(section, section, "ms", 1000) for section in timed]
    speeds.append(("point look-up", "point look-up", "1/s", 1))
    sizes = [(section, section, "MB", 1e-6)
             for section in ("size, primary key", "size, (id, integer)", "size, foreign key")]
    return [
        f"## Indexes and queries, PostgreSQL {r.version}", "",
        f"{r.facts['ids']:,} ids, a hundred per second; the ObjectIds are those of eight "
        "processes, the uuids of version 7. \"Random\" and the queries are the same ids in random "
        "order. Point look-ups are those of eight sessions, per second (more is better).", "",
        grid(r, "uuid", speeds),
        grid(r, "uuid", sizes),
    ]


def gist_and_gin(r):
    if "gist, point look-up" not in r.sections:
        return []
    measurements = []
    for method, label in (("gist", "GiST"), ("gin", "GIN")):
        for what in GIST_GIN:
            unit, scale = "ms", 1000
            if what.startswith("size"):
                unit, scale = "MB", 1e-6
            elif what.endswith("look-up"):
                unit, scale = "µs", 1
            measurements.append((f"{label}, {what}", f"{method}, {what}", unit, scale))
    return [
        f"## GiST and GIN, PostgreSQL {r.version}", "",
        f"{r.facts['gist rows']:,} of these ids, and a fifth of them where an index is filled row "
        "by row. `uuid` has the classes of btree_gist and btree_gin.", "",
        grid(r, "uuid", measurements),
    ]


def documents(r):
    if "document, canonical" not in r.sections:
        return []
    measurements = [(style, f"document, {style}", "µs", 1) for style in DOCUMENTS]
    return [
        f"## MongoDB's documents, PostgreSQL {r.version}", "",
        "Plain JSON of a `jsonb`, and reading the same text as `jsonb`:", "",
        grid(r, "text::jsonb", measurements),
    ]


def ranges_of_time(r):
    if "time range" not in r.sections:
        return []
    rows = r.facts["time rows"]
    by_time = r.facts["expression index bytes"] / 1e6
    primary_key = r.facts["time primary key bytes"] / 1e6
    brin = r.facts["BRIN bytes"] / 1e3
    return [
        f"## Ranges of time, PostgreSQL {r.version}", "",
        f"{rows // 1000:,} of {rows:,} rows:", "",
        grid(r, "by hand", [("", "time range", "ms", 1000)], by_name=True),
        f"The expression index on the extracted time takes {by_time:.0f} MB beside the "
        f"{primary_key:.0f} MB of the primary key that the operators use; a BRIN index on the id "
        f"{brin:.0f} kB.", "",
    ]


def planning(r):
    measurements = [("one table", "planning", "µs", 1)]
    for what in ("constants", "one stable time", "two stable times"):
        section = f"planning partitions, {what}"
        measurements.append((f"many partitions, {what}", section, "µs", 1))
    if not any(section in r.sections for _, section, _, _ in measurements):
        return []
    return ["Planning:", "", grid(r, "by hand", measurements)]


def joins_of_time(r):
    if "time join" not in r.sections:
        return []
    return [
        "Ranges of a minute joined with the rows of their time, and with a further table:", "",
        grid(r, "by hand", [("", "time join", "ms", 1000)]),
    ]


def following(r):
    if "100 rows, us" not in r.sections:
        return []
    resolved = r.median("resolved_timestamp, us", "12 writers")
    rate = r.median("rows/s beside 8 writers", "rows_after")
    part = r.median("part read when the writers stop", "rows_after")
    measurements = [
        ("by id", "100 rows, us", "µs", 1),
        ("by number", "100 rows by number, us", "µs", 1),
    ]
    return [
        f"## Following a table, PostgreSQL {r.version}", "",
        f"{r.facts['followed rows']:,} rows, 100 idle and 12 writing sessions: "
        f"`resolved_timestamp` takes {resolved:.0f} µs. The next 100 rows:", "",
        grid(r, "id > last", measurements),
        "A reader beside eight writers that commit 1,000 rows at a time read "
        f"{rate:,.0f} rows/s. When the writers stopped, it had read {part:.0%} of their rows.", "",
    ]


def memory(r):
    if "memory" not in r.sections:
        return []
    return [
        f"## Memory, PostgreSQL {r.version}", "",
        "Private memory of a session that its first id adds, in whole pages:", "",
        grid(r, "gen_objectid()", [("", "memory", "bytes", 1)]),
    ]


# The page: goals, and then the tables of each server.
def page(all_results, chart):
    newest = all_results[-1]
    newest_scaled = next((r for r in reversed(all_results) if "scale" in r.sections), None)
    lines = introduction(all_results)
    lines += [f"## Goals, PostgreSQL {newest.version}", "", goal_table(newest)]
    if missed := missed_goals(all_results):
        lines += ["### Goals that were not met", "", *missed, ""]
    lines += [
        "## Tables", "",
        "A cell has the ratio to the base in bold, and the median. The least and the greatest "
        "value follow if one of them is more than a tenth away from it. The base is the first row "
        "or column.", "",
    ]
    for r in all_results:
        if r is not newest:
            lines += [f"## Goals, PostgreSQL {r.version}", "", goal_table(r)]
        lines += generating(r)
        if r is newest and r.has("generation", "gen_objectid()"):
            chart("generation", draw_generation(r))
            lines += ["![ns per call of each generator](benchmarks-generation.svg)", ""]
        lines += inserting(r)
        lines += counters(r)
        lines += plain_sql(r)
        lines += sharing(r)
        lines += growing(r)
        if r is newest_scaled:
            chart("scale", draw_scale(r))
            lines += ["![million rows per second while a table grows](benchmarks-scale.svg)", ""]
        lines += text_and_copy(r)
        lines += indexes_and_queries(r)
        lines += gist_and_gin(r)
        lines += documents(r)
        lines += ranges_of_time(r)
        lines += planning(r)
        lines += joins_of_time(r)
        lines += following(r)
        if "100 rows, us" in r.sections:
            chart("lag", draw_lag(r))
            lines += ["![age of the newest row read by the age of the oldest writer]"
                      "(benchmarks-lag.svg)", ""]
        lines += memory(r)
    return "\n".join(lines).rstrip() + "\n"


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "an unnamed processor"


def memory_gib():
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


def main():
    results, doc = (pathlib.Path(a) for a in sys.argv[1:3])
    everything = [Results(path) for path in sorted(results.glob("*.json"))]
    if "--print" in sys.argv[3:]:
        print(page(everything, lambda name, draw: None))
        return
    text = page(everything, lambda name, draw: figure(doc / f"benchmarks-{name}.svg", draw))
    (doc / "benchmarks.md").write_text(text, encoding="utf-8")
    print(f"wrote {doc / 'benchmarks.md'}")


if __name__ == "__main__":
    main()

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
        counts = path.with_suffix(".instructions")
        if counts.exists():
            self.add_instructions(counts.read_text(encoding="utf-8"))

    # What test/bench/instructions printed.
    def add_instructions(self, lines):
        for line in lines.splitlines():
            what, name, count = line.split("\t")
            self.sections.setdefault(f"{what}, instructions", {})[name] = [int(count)]

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


# A row of the table: how the medians of two names compare. For rates, more is better.
class Comparison(typing.NamedTuple):
    what: str
    unit: str
    section: str
    name: str
    base: str
    scale: float = 1


# The median, and the least and the greatest value if one is more than a tenth away from it.
def measured(results, comparison, name):
    values = results.sections[comparison.section][name]
    median = results.median(comparison.section, name)
    text = number(median * comparison.scale)
    if min(values) < 0.9 * median or max(values) > 1.1 * median:
        least = number(min(values) * comparison.scale)
        greatest = number(max(values) * comparison.scale)
        text += f" ({least}–{greatest})"
    return f"`{name}` {text}"


# A row for each name, with a line for each base: medians of the newest server that has both, and
# the ratio on each server. What stands above is not repeated, nor the values of a name.
def table_of(all_results, comparisons):
    rows = []
    above = ("", "", "")
    names_above = {}
    for comparison in comparisons:
        compared = (comparison.section, comparison.name, comparison.base)
        having = [results for results in all_results if results.has(*compared)]
        if not having:
            continue
        cells = (
            f"{comparison.what}, {comparison.unit}",
            measured(having[0], comparison, comparison.name),
            measured(having[0], comparison, comparison.base),
        )
        if cells[0] != above[0]:
            names_above = {}
        what, name, base = ("" if cells[0] == above[0] and cell == of_above
                            else names_above.get(cell, cell)
                            for cell, of_above in zip(cells, above))
        names_above |= {cells[1]: f"`{comparison.name}`", cells[2]: f"`{comparison.base}`"}
        ratios = " ".join(ratio(results, compared, results is not all_results[0])
                          for results in having)
        beside = f"{base}: {ratios}" if base else ratios
        if what or name:
            rows.append((what, name, beside))
        else:
            rows[-1] = (*rows[-1][:2], f"{rows[-1][2]}<br>{beside}")
        above = cells
    newest, *older = (results.version for results in all_results)
    beside = f"beside: ratio on {newest}" + "".join(f" (on {version})" for version in older)
    return table(("what", "measured", beside), rows)


def ratio(results, compared, older):
    value = results.ratio(*compared)
    text = f"**{value:.2f}**" if value >= 0.1 else f"**{value:.1g}**"
    return f"({text})" if older else text


# Each of some names beside each of some bases.
def each(what, unit, section, names, bases, scale=1):
    for name in names:
        for base in bases:
            yield Comparison(what, unit, section, name, base, scale)


def instructions(what, names, bases):
    yield from each(what, "instructions", f"{what}, instructions", names, bases)


OURS = ("gen_objectid()", "uuid_v7()")
TEXT = 'text COLLATE "C"'


def a_commit(count):
    return f"{count:,} {'row' if count == 1 else 'rows'} a commit"


def generating(_facts):
    yield from each("one id", "ns", "generation", OURS, ("uuidv7()", "gen_random_uuid()"))
    yield from each("one id", "ns", "generation", OURS[:1], ("generate_object_id()",))
    yield from each("one id", "ns", "generation", ("uuid_v6()",), ("uuidv7()",))
    digits = ("gen_random_digits(12)", "permute_digits(i, 12, 'key')")
    yield from each("one id", "ns", "generation", digits, ("gen_random_uuid()",))
    yield from instructions("one id", (*OURS, "uuid_v6()"), ("gen_random_uuid()",))
    yield from each("ids of two sessions", "ids/s", "sharing, two sessions, ids/s",
                    OURS, ("uuidv7()",))
    yield from each("first id of a connection, beside the second", "µs",
                    "sharing, µs of a connection's ids", ("first",), ("second",))


def inserting(facts):
    bases = ("bigserial", "gen_random_uuid()", "uuidv7()")
    rows = facts.get("insert rows", 0)
    yield from each(f"insert {rows:,} rows", "s", "insert", OURS, bases)
    yield from each("their WAL", "bytes/row", "wal", OURS, bases[:2])
    for count in (1, 1000):
        yield from each(f"eight sessions, {a_commit(count)}", "rows/s", f"sessions, {count} rows",
                        OURS, bases[1:])


def counters(_facts):
    names = ("counter_next(), one shard", "counter_next(), 1,000 shards",
             "counter_next(), 1,000 shards in each of 12 tables",
             "counter_take(), one shard", "counter_take(), 1,000 shards")
    for count in (1, 1000):
        what = f"counters, eight sessions, {a_commit(count)}"
        yield from each(what, "rows/s", f"counters, {count} rows", names, OURS[:1])


def plain_sql(_facts):
    names = ("managed.gen_objectid()", "managed.uuid_v7()", "gen_objectid()")
    yield from each("one id", "ns", "managed", names, ("gen_random_uuid()",))
    yield from each(f"eight sessions, {a_commit(1)}", "rows/s", "managed, 1 row",
                    names, ("gen_random_uuid()",))


def sharing(_facts):
    for count in (1, 1000):
        what = f"one generator for eight sessions or one for each, {a_commit(count)}"
        section = f"sharing, {count} rows"
        bases = ("gen_objectid(clock_timestamp())",)
        yield from each(what, "rows/s", f"{section}, rows/s", OURS[:1], bases)
        yield from each("bytes of index", "bytes/row", f"{section}, bytes of index per row",
                        OURS[:1], bases)


def indexes_and_queries(facts):
    def of_type(what, unit, section, scale=1, bases=("uuid", TEXT)):
        return each(what, unit, section, ("objectid",), bases, scale)

    for section in ("text in", "text out"):
        yield from of_type(section, "ns", section)
        yield from instructions(section, ("objectid",), ("uuid",))
    yield from instructions("comparison", ("objectid",), ("uuid", "timestamptz"))
    for section in ("copy in, text", "copy out, text", "copy in, binary", "copy out, binary"):
        yield from of_type(section, "s", section)
    rows = facts.get("ids", 0)
    for section in ("create index, ordered", "create index, random", "sort", "hash join",
                    "merge join", "hash aggregate"):
        yield from of_type(f"{section}, {rows:,} ids", "ms", section, 1000)
    yield from of_type("point lookup, eight sessions", "1/s", "point lookup")
    for what in ("primary key", "(id, integer)", "foreign key"):
        yield from of_type(f"size, {what}", "MB", f"size, {what}", 1e-6)
    rows = facts.get("gist rows", 0)
    for method, label in (("gist", "GiST"), ("gin", "GIN")):
        yield from of_type(f"{label}, create index, {rows:,} ids", "ms",
                           f"{method}, create index, random", 1000)
        yield from of_type(f"{label}, size", "MB", f"{method}, size, random", 1e-6)
        yield from of_type(f"{label}, point lookup", "µs", f"{method}, point lookup")


def documents(_facts):
    for style in ("canonical", "relaxed", "plain", "40 of $date", "1 MB of $binary"):
        yield from each(f"document, {style}", "µs", f"document, {style}",
                        ("ejson_to_jsonb", "ejson_fields"), ("text::jsonb",))


def ranges_of_time(facts):
    rows = facts.get("time rows", 0)
    what = f"{rows // 1000:,} of {rows:,} rows by time"
    operators = ("id >= a AND id <= b",)
    yield from each(what, "ms", "time range", operators,
                    ("by hand", "expression index", "BRIN", "extracted time"), 1000)
    yield from instructions("one row by time, through an index", ("objectid", "uuid"),
                            ("timestamptz",))
    yield from each("planning, one table", "µs", "planning", ("operators",), ("by hand",))
    ids = ("objectid", "uuid")
    for what in ("one time", "a range", "NOT BETWEEN"):
        yield from each(f"planning, {facts.get('planned partitions', 0)} partitions, {what}", "ms",
                        f"planning parted, {what}", ids, ("timestamptz",))
    for what in ("expressions", "constants"):
        yield from each(f"planning, OR of {facts.get('planned ranges', 0):,} ranges of {what}",
                        "ms", f"planning listed, {what}", ids, ("timestamptz",))
    yield from each("join with ranges of time", "ms", "time join",
                    ("objectid_within(id, during)",), ("by hand",), 1000)


def following(facts):
    rows = facts.get("followed rows", 0)
    for section, what in (("100 rows", "id"), ("100 rows by number", "number")):
        yield from each(f"the next 100 of {rows:,} rows by {what}, 12 writers", "µs",
                        f"{section}, us", ("below the bound",), ("id > last",))


# Also among 300 sessions that hold locks, and among all of them.
def polling(facts):
    sessions = facts.get("sessions at scale", 0)
    locks = [f"{count:,} sessions with {20 * count:,} locks"
             for count in sorted({min(300, sessions), sessions})]
    partitions = ["400 partitions", "400 partitions, a writer elsewhere",
                  *(f"400 partitions, {held}" for held in locks)]
    comparisons = {
        "a quiet table": ["a partitioned table without partitions", "one writer",
                          *(f"a writer, {held}" for held in locks)],
        "400 partitions, id > last": partitions,
        "the first of 100 followed tables": ["the last of 100 followed tables"],
    }
    for base, names in comparisons.items():
        yield from each("at scale, a poll that finds nothing", "µs", "polls, us", names, (base,))


def changes(_facts):
    ways = ("a log of keys", "a column")
    for count, what in (("1", "a row"), ("1,000", "1,000 rows")):
        yield from each(f"updates of {what} by 8 sessions", "rows/s", f"updates of {count}",
                        ways, ("no trigger",))
        yield from each("their WAL", "bytes/row", f"WAL of updates of {count}",
                        ways, ("no trigger",))
    yield from each("a poll of 1,000 changes", "ms", "poll of 1,000 changes, ms",
                    ("a column",), ("a log of keys",))


def other_ways(_facts):
    loads = ["at a quiet server, one connection", "beside a transaction, one connection",
             *(f"at {rate} commits/s, {connections}" for rate in ("1,000", "10,000")
               for connections in ("one connection", "a connection for each poll"))]
    ways = ("xid8", "an advisory lock", "logical decoding", "a delay of 1 s")
    for load in loads:
        yield from each(f"lag {load}", "ms", f"lag {load}", ("the bound",), ways)


def jobs(_facts):
    for load in ("at 1,000 commits/s", "at 10,000 commits/s"):
        for what, unit, name, base in (
                ("jobs that find rows", "%", "at the first call", "when they have asked"),
                ("age of the newest row", "ms", "a job", "one connection")):
            section = f"{what} {load}"
            for key in ("objectid", "uuid", "number", "made"):
                yield Comparison(section, unit, section, f"{key}, {name}", f"{key}, {base}")


# A part of the page: its heading, what to know before its table, the rows, and its chart.
class Part(typing.NamedTuple):
    heading: str
    words: str
    subjects: tuple
    chart: str = ""


PARTS = (
    Part("New ids", "`uuidv7()` and `gen_random_uuid()` are PostgreSQL's own. "
         "`generate_object_id()` is a function in PL/pgSQL that many copy. `permute_digits` "
         "computes some 175 HMACs for a number.", (generating,), "generation"),
    Part("Inserts", "With one row in each commit, the commit takes most of the time.",
         (inserting,), "scale"),
    Part("Counters", "A counter of one shard serves one transaction at a time, until "
         "it has ended.", (counters,)),
    Part("Plain SQL", "The script for [managed services](managed.md).",
         (plain_sql,)),
    Part("One generator for all sessions", "`gen_objectid(clock_timestamp())` has a generator for "
         "each session. A shared one costs a lock, and makes the index denser.",
         (sharing,)),
    Part("The type beside uuid and text", "In GiST and GIN, `uuid` has the classes of btree_gist "
         "and btree_gin.", (indexes_and_queries,)),
    Part("MongoDB's documents", "Beside reading the text of the same document as `jsonb`, which "
         "has to come first.", (documents,)),
    Part("Conditions on the time",
         "*By hand* is `id >= objectid_min(a) AND id <= objectid_max(b)`.", (ranges_of_time,)),
    Part("Following a table", "`id > last` misses rows. A poll looks for writers among the locks "
         "of all sessions. Polls ran with `jit = on`. The lag of [ways](follow.md#other-ways) to "
         "read all rows is the time from a commit until a reader that polls without a pause finds "
         "the row; the transaction beside it writes to another table for 10 s. "
         "*Jobs* connect anew, [ask for the bound once](follow.md#one-condition), and then read "
         "below it. An `objectid` shows the second; `made` is a time.",
         (following, polling, changes, other_ways, jobs), "lag"),
)


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
    axes.set_title(f"How far the bound is behind (PostgreSQL {results.version})", color=INK)


# The newest server is the first.
def introduction(all_results):
    machine = f"{os.cpu_count()} cores of {processor()}, {memory_gib()} GiB of memory"
    servers = " and ".join(results.facts["server"] for results in all_results)
    lines = [
        "# Benchmarks", "",
        "Each row compares two medians, with the extremes in parentheses if one is more than a "
        "tenth away. What stands above is not repeated. A ratio below 1 means faster or smaller; "
        "for rates (rows/s, ids/s, 1/s), more is better. Both sides took turns on one "
        "server; medians are of the newest that has both. Instructions are counted, and differ by "
        "less than a hundredth from run to run.", "",
        f"Written by `test/bench/run`. Machine: {machine}; PostgreSQL {servers}.",
    ]
    if any(results.quick for results in all_results):
        lines += ["**This was a run with `--quick`:** half a million ids, a million rows in the "
                  "range of time, three million while growing, few rounds. Take it for a first "
                  "impression."]
    settings = all_results[0].facts["settings"]
    shown = ", ".join(f"`{name} = {value}`" for name, value in settings.items())
    lines += [f"Settings: {shown}; parallel query off.", ""]
    return lines


# What each chart shows, and the section that it is drawn from.
CHARTS = {
    "generation": (draw_generation, "generation", "ns per call of each generator"),
    "scale": (draw_scale, "scale", "million rows per second while a table grows"),
    "lag": (draw_lag, "lag of the newest row, ms",
            "age of the newest row read by the age of the oldest writer"),
}


# The page, and the results that each of its charts shows, which are of the newest server that has
# them.
def page(all_results):
    facts = {}
    for results in reversed(all_results):
        facts.update(results.facts)
    lines = introduction(all_results)
    charts = {}
    for part in PARTS:
        comparisons = [row for subject in part.subjects for row in subject(facts)]
        lines += [f"## {part.heading}", "", part.words, "", table_of(all_results, comparisons)]
        if not part.chart:
            continue
        _, section, caption = CHARTS[part.chart]
        having = [results for results in all_results if section in results.sections]
        if having:
            charts[part.chart] = having[0]
            lines += [f"![{caption}](benchmarks-{part.chart}.svg)", ""]
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
    newest_first = sorted(arguments.results.glob("*.json"), reverse=True)
    text, charts = page([Results(path) for path in newest_first])
    if arguments.print:
        print(text)
        return
    for chart, results in charts.items():
        write_chart(arguments.doc / f"benchmarks-{chart}.svg", CHARTS[chart][0], results)
    (arguments.doc / "benchmarks.md").write_text(text, encoding="utf-8")
    print(f"wrote {arguments.doc / 'benchmarks.md'}")


if __name__ == "__main__":
    main()

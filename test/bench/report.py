#!/usr/bin/python3
# Turns what measure.py measured into doc/benchmarks.md and its charts.
# SPDX-License-Identifier: PostgreSQL
#
# Usage: report.py RESULTS_DIR DOC_DIR [--print]
# With --print it prints the page and writes nothing.

import argparse
import itertools
import json
import os
import pathlib
import statistics
import typing

# Readable on a light and on a dark page: no background of our own, ink of middle brightness.
INK = "#808080"
COLOURS = {
    "gen_objectid()": "#2f81f7",
    "uuid_v7()": "#d29922",
    "gen_random_uuid()": "#f85149",
    "bigserial": "#3fb950",
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

    def has(self, section, *names):
        return all(name in self.sections.get(section, {}) for name in names)

    def median(self, section, name):
        return statistics.median(self.sections[section][name])

    def ratio(self, section, name, base):
        return self.median(section, name) / self.median(section, base)

    # The least and the greatest ratio: of the rounds, if both were measured in the same ones.
    def extremes(self, section, name, base):
        values, others = (self.sections[section][measured] for measured in (name, base))
        if len(values) == len(others):
            ratios = [value / other for value, other in zip(values, others)]
            return min(ratios), max(ratios)
        return min(values) / max(others), max(values) / min(others)


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


# How the medians of two names compare.
class Comparison(typing.NamedTuple):
    what: str
    unit: str
    section: str
    name: str
    base: str
    scale: float = 1

    # The newest server that has both, or None.
    def server(self, all_results):
        return next((results for results in all_results
                     if results.has(self.section, self.name, self.base)), None)

    # None if it is 1, or is in some round and not in others.
    def ratio(self, results):
        compared = self.section, self.name, self.base
        ratio = results.ratio(*compared)
        least, greatest = results.extremes(*compared)
        return None if least <= 1 <= greatest or f"{ratio:.2f}" == "1.00" else ratio

    # What two names are that do not differ.
    def equal(self):
        return EQUAL.get(self.unit, "as fast")

    def median(self, results, name):
        return number(results.median(self.section, name) * self.scale)


# For rates, more is better.
RATES = ("rows/s", "ids/s", "1/s")
EQUAL = {"MB": "as large", "bytes/row": "as large", "instructions": "as many"}


# Groups of comparisons that follow one another and have the same.
def grouped(comparisons, *fields):
    return [list(group) for _, group in itertools.groupby(
        comparisons, lambda row: [getattr(row, field) for field in fields])]


# A row for what is measured, with a line for each base: the names beside it, with the ratios. A
# value is shown once.
def table_of(all_results, comparisons):
    rows = []
    for of_what in grouped(comparisons, "what", "unit"):
        shown = set()
        bases = dict.fromkeys(comparison.base for comparison in of_what)
        lines = []
        for base in bases:
            beside = [comparison for comparison in of_what if comparison.base == base]
            names = ", ".join(
                f"{value(all_results, comparison, comparison.name, shown)} "
                f"{ratio_text(all_results, comparison)}" for comparison in beside)
            lines.append(f"{value(all_results, beside[0], base, shown)}: {names}")
        rows.append((f"{of_what[0].what}, {of_what[0].unit}", "<br>".join(lines)))
    return table(("what", "beside: measured, and its ratio"), rows)


def value(all_results, comparison, name, shown):
    if name in shown:
        return f"`{name}`"
    shown.add(name)
    return f"`{name}` {comparison.median(comparison.server(all_results), name)}"


def ratio_text(all_results, comparison):
    ratio = comparison.ratio(comparison.server(all_results))
    if ratio is None:
        return comparison.equal()
    return f"**{ratio:.2f}**" if ratio >= 0.1 else f"**{ratio:.1g}**"


# The answer to a question: names with their medians, and how they compare, in words.
def answer(all_results, question, comparisons):
    lines = []
    for of_name in grouped(filter(question.is_answered_by, comparisons), "what", "name"):
        results = of_name[0].server(all_results)
        about = f"{of_name[0].what}: " if len(question.sections) > 1 else ""
        values = measured(of_name[0], results)
        compared = [in_words(comparison, comparison.server(all_results)) for comparison in of_name]
        lines.append(f"{about}{values} {', '.join(compared)}")
    return "<br>".join(lines)


# The median of the name, and the least and the greatest value if one is more than a tenth away.
def measured(comparison, results):
    values = results.sections[comparison.section][comparison.name]
    median = results.median(comparison.section, comparison.name)
    extremes = ""
    if min(values) < 0.9 * median or max(values) > 1.1 * median:
        least, greatest = (number(value * comparison.scale) for value in (min(values), max(values)))
        extremes = f" ({least}–{greatest})"
    text = number(median * comparison.scale)
    return f"`{comparison.name}` {text}{extremes} {comparison.unit},"


def in_words(comparison, results):
    ratio = comparison.ratio(results)
    if ratio is None:
        return f"{comparison.equal()} as `{comparison.base}`"
    if comparison.equal() != "as fast":
        return f"{times(ratio)} {comparison.equal()} as `{comparison.base}`"
    is_rate = comparison.unit in RATES
    speed = ratio if is_rate else 1 / ratio
    if speed > 1:
        return f"{times(speed)} as fast as `{comparison.base}`"
    return f"{times(ratio)} {'as many' if is_rate else 'as long'} as `{comparison.base}`"


def times(ratio):
    digits = 0 if ratio >= 10 else 1 if ratio >= 2 else 2
    return f"{ratio:.{digits}f} times"


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
    others = ("gen_random_digits(12)", "mask_uuid_v7(uuid_v7(), 'sixteen byte key')",
              "mask_objectid(gen_objectid(), 'sixteen byte key')",
              "permute_digits(nextval('cached'), 12, 'key')")
    yield from each("one id", "ns", "generation", others, ("gen_random_uuid()",))
    yield from instructions("one id", OURS, ("gen_random_uuid()",))


def inserting(facts):
    bases = ("bigserial", "gen_random_uuid()", "uuidv7()")
    rows = facts.get("insert rows", 0)
    yield from each(f"insert {rows:,} rows", "s", "insert", OURS, bases)
    yield from each("WAL of these", "bytes/row", "wal", OURS, bases[:2])
    for count in (1, 1000):
        yield from each(f"eight sessions, {a_commit(count)}", "rows/s", f"sessions, {count} rows",
                        OURS, bases[1:])


def counters(_facts):
    names = ("counter_next(), one shard", "counter_next(), 1,000 shards",
             "counter_take(), one shard")
    for count in (1, 1000):
        what = f"counters, eight sessions, {a_commit(count)}"
        yield from each(what, "rows/s", f"counters, {count} rows", names, OURS[:1])


def plain_sql(_facts):
    names = ("managed.gen_objectid()", "managed.uuid_v7()")
    yield from each("one id", "ns", "managed", names, ("gen_objectid()",))


def indexes_and_queries(facts):
    def of_type(what, unit, section, scale=1, bases=("uuid",)):
        return each(what, unit, section, ("objectid",), bases, scale)

    for section in ("text in", "text out"):
        yield from instructions(section, ("objectid",), ("uuid",))
    yield from instructions("comparison", ("objectid",), ("uuid", "timestamptz"))
    yield from of_type("copy in", "s", "copy in")
    rows = facts.get("ids", 0)
    for section in ("sort", "hash join"):
        yield from of_type(f"{section}, {rows:,} ids", "ms", section, 1000)
    yield from of_type("point lookup, eight sessions", "1/s", "point lookup")
    yield from of_type("size, primary key", "MB", "size, primary key", 1e-6, ("uuid", TEXT))
    yield from of_type("size, (id, integer)", "MB", "size, (id, integer)", 1e-6)


def documents(_facts):
    yield from each("document", "µs", "document", ("ejson_to_jsonb", "ejson_fields"),
                    ("text::jsonb",))


def ranges_of_time(facts):
    rows = facts.get("time rows", 0)
    what = f"{rows // 1000:,} of {rows:,} rows by time"
    operators = ("id >= a AND id <= b",)
    yield from each(what, "ms", "time range", operators,
                    ("by hand", "expression index", "BRIN", "extracted time"), 1000)
    yield from instructions("one row by time, through an index", ("objectid", "uuid"),
                            ("timestamptz",))
    ids = ("objectid", "uuid")
    yield from each(f"planning, {facts.get('planned partitions', 0)} partitions", "ms",
                    "planning parted, a range", ids, ("timestamptz",))
    yield from each(f"planning, OR of {facts.get('planned ranges', 0):,} ranges", "ms",
                    "planning listed, expressions", ids, ("timestamptz",))
    yield from each("join with ranges of time", "ms", "time join",
                    ("objectid_within(id, during)",), ("by hand",), 1000)


def following(facts):
    rows = facts.get("followed rows", 0)
    for section, what in (("100 rows", "id"), ("100 rows by number", "number")):
        yield from each(f"the next 100 of {rows:,} rows by {what}, 12 writers", "µs",
                        f"{section}, us", ("below the bound",), ("id > last",))


# Also among all sessions, which hold locks.
def polling(facts):
    sessions = facts.get("sessions at scale", 0)
    locks = f"{sessions:,} sessions with {20 * sessions:,} locks"
    for base, names in {
            "a quiet table": ("one writer", f"a writer, {locks}"),
            "400 partitions, id > last": ("400 partitions", f"400 partitions, {locks}")}.items():
        yield from each("a poll that finds nothing", "µs", "polls, us", names, (base,))


def changes(_facts):
    ways = ("a log of keys", "a column")
    for count, what in (("1", "a row"), ("1,000", "1,000 rows")):
        yield from each(f"updates of {what} by 8 sessions", "rows/s", f"updates of {count}",
                        ways, ("no trigger",))
    yield from each("WAL of updates of a row", "bytes/row", "WAL of updates of 1", ways,
                    ("no trigger",))
    yield from each("a poll of 1,000 changes", "ms", "poll of 1,000 changes, ms",
                    ("a column",), ("a log of keys",))


def other_ways(_facts):
    for load in ("beside a transaction, one connection", "at 10,000 commits/s, one connection"):
        yield from each(f"lag {load}", "ms", f"lag {load}", ("the bound",),
                        ("xid8", "an advisory lock", "logical decoding"))


def jobs(_facts):
    for rate in ("1,000", "10,000"):
        section = f"jobs that find rows at {rate} commits/s"
        for key in ("objectid", "uuid", "number", "made"):
            yield Comparison(section, "%", section, f"{key}, anew", f"{key}, asked")


# What users ask, and the comparisons that answer it.
class Question(typing.NamedTuple):
    words: str
    sections: tuple
    names: tuple
    bases: tuple

    def is_answered_by(self, row):
        return row.section in self.sections and row.name in self.names and row.base in self.bases


QUESTIONS = (
    Question("How long does a new id take?", ("generation",), OURS, ("uuidv7()",)),
    Question("How many inserts, with one row in each commit?", ("sessions, 1 rows",), OURS,
             ("uuidv7()",)),
    Question("And a million rows in one statement?", ("insert",), OURS,
             ("bigserial", "uuidv7()")),
    Question("Is an `objectid` as small as a `uuid`?",
             ("size, primary key", "size, (id, integer)"), ("objectid",), ("uuid",)),
    Question("Is it as fast?", ("point lookup", "sort", "hash join"), ("objectid",), ("uuid",)),
    Question("Rows of a time, by the primary key?", ("time range",), ("id >= a AND id <= b",),
             ("by hand", "extracted time")),
    Question("Numbers without gaps?", ("counters, 1 rows",),
             ("counter_next(), one shard", "counter_take(), one shard"), OURS[:1]),
    Question("The next 100 new rows, none missed?", ("100 rows, us",), ("below the bound",),
             ("id > last",)),
    Question("A poll that finds nothing?", ("polls, us",),
             ("one writer", "a writer, 1,000 sessions with 20,000 locks"), ("a quiet table",)),
    Question("How late does a reader find a row?",
             ("lag beside a transaction, one connection",
              "lag at 10,000 commits/s, one connection"),
             ("the bound",), ("xid8", "logical decoding")),
    Question("What do copies cost writers?", ("updates of 1",), ("a log of keys", "a column"),
             ("no trigger",)),
    Question("A document of MongoDB's?", ("document",), ("ejson_to_jsonb",),
             ("text::jsonb",)),
    Question("And an id of the script in [plain SQL](managed.md)?", ("managed",),
             ("managed.gen_objectid()", "managed.uuid_v7()"), ("gen_objectid()",)),
)


# What is measured, in the order of the page.
SUBJECTS = (generating, inserting, counters, plain_sql, indexes_and_queries, documents,
            ranges_of_time, following, polling, changes, other_ways, jobs)

# What names mean.
NOTES = (
    "`generate_object_id()` is a function in PL/pgSQL that many copy. `text::jsonb` reads the same "
    "document, which has to come first. *By hand* is "
    "`id >= objectid_min(a) AND id <= objectid_max(b)`. `id > last` misses rows. The lag of "
    "[ways](follow.md#other-ways) is the time from a commit until a reader that polls without a "
    "pause finds the row; the transaction beside it writes to another table for 10 s. *Jobs* "
    "connect anew; `asked` have [asked for the bound once](follow.md#one-condition) before they "
    "read. `made` is a time.")


def write_chart(path, results):
    import matplotlib  # not needed to print the page
    matplotlib.use("svg")
    import matplotlib.pyplot as plt  # the backend has to be chosen before

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
    for name, times in results.sections["scale"].items():
        millions = range(1, len(times) + 1)
        speeds = [1 / seconds for seconds in times]
        axes.plot(millions, speeds, label=name, color=COLOURS[name])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("millions of rows in the table")
    axes.set_ylabel("million rows/s")
    axes.legend(frameon=False, ncols=2)
    axes.set_title(f"Inserts with shared_buffers = 128MB (PostgreSQL {results.version})", color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, transparent=True, metadata={"Date": None})
    plt.close(figure)


# The newest server is the first.
def introduction(all_results):
    machine = f"{os.cpu_count()} cores of {processor()}, {memory_gib()} GiB of memory"
    servers = " and ".join(results.facts["server"] for results in all_results)
    lines = [
        "# Benchmarks", "",
        "Medians of rounds in which all took turns, with the extremes if one is more than a tenth "
        "away. What is faster in some rounds and slower in others is *as fast*.", "",
        f"By `test/bench/run` on {machine}; PostgreSQL {servers}, the newest that has what is "
        "compared.",
    ]
    if any(results.quick for results in all_results):
        lines += ["**This was a run with `--quick`:** half a million ids, a million rows in the "
                  "range of time, three million while growing, few rounds. Take it for a first "
                  "impression."]
    settings = all_results[0].facts["settings"]
    shown = ", ".join(f"`{name} = {value}`" for name, value in settings.items())
    lines += [f"Settings: {shown}; parallel query off.", ""]
    return lines


# The page, and the results that its chart shows, which are of the newest server that has them.
def page(all_results):
    facts = {}
    for results in reversed(all_results):
        facts.update(results.facts)
    comparisons = [row for subject in SUBJECTS for row in subject(facts) if row.server(all_results)]
    answers = [(question.words, answer(all_results, question, comparisons))
               for question in QUESTIONS]
    rest = [row for row in comparisons
            if not any(question.is_answered_by(row) for question in QUESTIONS)]
    lines = [
        *introduction(all_results),
        table(("you ask", "measured"), [row for row in answers if row[1]]),
        "<details>", "<summary>All other measurements</summary>", "",
        f"A ratio below 1 means faster or smaller; for rates ({', '.join(RATES)}), more is better. "
        f"{NOTES}", "",
        table_of(all_results, rest), "</details>", ""
    ]
    charted = next((results for results in all_results if "scale" in results.sections), None)
    if charted:
        lines += ["![million rows per second while a table grows](benchmarks-scale.svg)", ""]
    return "\n".join(lines).rstrip() + "\n", charted


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
    text, charted = page([Results(path) for path in newest_first])
    if arguments.print:
        print(text)
        return
    if charted:
        write_chart(arguments.doc / "benchmarks-scale.svg", charted)
    (arguments.doc / "benchmarks.md").write_text(text, encoding="utf-8")
    print(f"wrote {arguments.doc / 'benchmarks.md'}")


if __name__ == "__main__":
    main()

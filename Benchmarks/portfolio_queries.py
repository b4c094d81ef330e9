#!/usr/bin/env python3
"""Measures the processor time of portfolio's queries, agenda and views on issues with dates and dependencies.

    portfolio_queries.py [--portfolio PATH] [--runs N] [--issues N] [--check]

PATH is a release build (see README.md in this folder). The time beyond that of `portfolio --version` is compared with
the time of sqlite3 running the same query on the same file: queries may take 2 times as long, agenda and views 6 times.
If Taskwarrior is installed, list, add and a query are compared with it. Each time is the least of all runs, of user and
system together. With --check, the program fails if a limit is exceeded.
"""
import argparse
import datetime
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

from portfolio import TAGGED, issues, parsed

TODAY = datetime.datetime.now(datetime.timezone.utc).date()


def dated(count, seed=3):
    """Issues with due days, waiting days, recurrences and dependencies on earlier issues."""
    dice = random.Random(seed)
    made = issues(count, 200, seed)
    for number, issue in enumerate(made):
        def day():
            return (TODAY + datetime.timedelta(days=dice.randrange(-300, 300))).isoformat()
        if dice.random() < 0.6:
            issue["due"] = day()
        if dice.random() < 0.1:
            issue["waitingUntil"] = day()
        if dice.random() < 0.05:
            issue["recurrence"] = dice.choice(["+1w", "+1m", "2d"])
        if number > 10 and dice.random() < 0.3:
            issue["blockedBy"] = sorted({made[dice.randrange(number)]["identifier"] for _ in range(dice.randrange(1, 3))})
    return made


def instant(day):
    """The stored form of a day: seconds since 2001."""
    return (day - datetime.date(2001, 1, 1)).days * 86400


BLOCKED = """EXISTS (SELECT 1 FROM {join} p JOIN Issue b ON b._id = p._target
  WHERE p._source = i._id AND i.closed IS NULL AND b.closed IS NULL)"""
ROWS = """SELECT i._id, i.priority, i.title,
  (SELECT group_concat(t.name, ', ') FROM Issue_tags p JOIN Tag t ON t._id = p._target WHERE p._source = i._id),
  date(i.created + 978307200, 'unixepoch'), date(i.due + 978307200, 'unixepoch'), i.closed IS NOT NULL, {blocked}
FROM Issue i WHERE {where} ORDER BY {order} i.created DESC, i.title"""


def queries(blocked):
    today = instant(TODAY)
    week = instant(TODAY + datetime.timedelta(days=8))  # due:7d includes both today and the day in seven days.
    return [
        ("#tag007 is:open priority:high", "",
         TAGGED.format("tag007") + " AND i.closed IS NULL AND i.priority = 'high'"),
        ("due:7d is:open", "due", f"i.due >= {today} AND i.due < {week} AND i.closed IS NULL"),
        ("is:overdue priority:high", "due", f"i.closed IS NULL AND i.due < {today} AND i.priority = 'high'"),
        ("#tag007 is:blocked", "", TAGGED.format("tag007") + " AND " + blocked),
        ("is:blocked due:7d", "", blocked + f" AND i.due >= {today} AND i.due < {week}"),
        ("modified:7d -#tag007 is:waiting", "",
         f"i.modified >= {instant(TODAY - datetime.timedelta(days=7))} AND NOT {TAGGED.format('tag007')} "
         f"AND i.closed IS NULL AND i.waitingUntil > {today}"),
        ("(#tag007 or #tag011) not is:closed fence", "",
         f"({TAGGED.format('tag007')} OR {TAGGED.format('tag011')}) AND i.closed IS NULL "
         "AND (instr(lower(i.title), 'fence') OR instr(lower(i.content), 'fence'))"),
        ('"fence report" is:recurring', "",
         "(instr(lower(i.title), 'fence report') OR instr(lower(i.content), 'fence report')) "
         "AND i.recurrence IS NOT NULL"),
        ("is:open", "priority,due", "i.closed IS NULL"),
        ("", "", "1"),
    ]


def time_of(command, environment, runs):
    """The least processor time of a command in seconds."""
    times = []
    for _ in range(runs):
        earlier = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        later = resource.getrusage(resource.RUSAGE_CHILDREN)
        if result.returncode != 0:
            sys.exit(f"{command} ended with {result.returncode}: {result.stderr.decode()}")
        times.append(later.ru_utime + later.ru_stime - earlier.ru_utime - earlier.ru_stime)
    return min(times)


class Comparison:
    def __init__(self, portfolio, options, environment):
        self.portfolio, self.runs, self.environment = portfolio, options.runs, environment
        self.version = time_of([portfolio, "--version"], environment, options.runs)
        self.failed = False
        print(f"portfolio --version: {self.version * 1000:.1f} ms")

    def check_rows(self, words, store, sql):
        """Ends the program if a list and its SQL have different numbers of rows."""
        def rows(command, separator):
            result = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, check=True, env=self.environment)
            return sum(separator in line for line in result.stdout.splitlines())
        counts = rows([self.portfolio, "--store", store] + words, b"\t"), rows(["sqlite3", store, sql], b"|")
        if counts[0] != counts[1]:
            sys.exit(f"{words} lists {counts[0]} issues, and the SQL {counts[1]}")

    def against(self, name, words, store, sql, limit):
        ours = time_of([self.portfolio, "--store", store] + words, self.environment, self.runs)
        theirs = time_of(["sqlite3", store, sql], self.environment, self.runs)
        ratio = (ours - self.version) / theirs
        self.note(name, f"{ours * 1000:.1f} ms, sqlite3 {theirs * 1000:.1f} ms: {ratio:.2f} times", limit, ratio > limit)

    def against_task(self, name, words, task):
        """Compares two commands; each is a function of the number of the run."""
        ours, theirs = (
            min(time_of(command(run), self.environment, 1) for run in range(self.runs)) for command in (words, task))
        self.note(name, f"{ours * 1000:.1f} ms, Taskwarrior {theirs * 1000:.1f} ms", 1, ours > theirs)

    def note(self, name, figures, limit, fails):
        self.failed = self.failed or fails
        print(f"{name}: {figures} (at most {limit}){' EXCEEDED' if fails else ''}")


def write(path, value):
    # Another process writes the file. The memory of this process would slow down the start of the others.
    writer = os.fork()
    if writer == 0:
        with open(path, "w") as file:
            json.dump(value(), file)
        os._exit(0)
    os.waitpid(writer, 0)


def against_sqlite(comparison, options, folder):
    path, store = os.path.join(folder, "issues.json"), os.path.join(folder, "store")
    write(path, lambda: dated(options.issues))
    time_of([comparison.portfolio, "--store", store, "import", path], comparison.environment, 1)
    tables = subprocess.run(
        ["sqlite3", store, "SELECT name FROM sqlite_schema WHERE name IN ('Issue_blockedBy', 'Issue_blocks')"],
        capture_output=True, text=True, check=True).stdout.strip()
    blocked = BLOCKED.format(join=tables)
    if tables == "Issue_blocks":
        blocked = blocked.replace("p._target", "p.#").replace("p._source", "p._target").replace("p.#", "p._source")
    for query, sort, where in queries(blocked):
        order = {"": "", "due": "i.due,", "priority,due": "i.priority, i.due,"}[sort]
        # Without --all, lists leave out what is closed or waits.
        words = ["list", "--all"] + ([query] if query else []) + (["--sort", sort] if sort else [])
        sql = ROWS.format(where=where, order=order, blocked=blocked)
        comparison.check_rows(words, store, sql)
        comparison.against(f"list {query or 'everything'}", words, store, sql, 2)
    end = instant(TODAY + datetime.timedelta(days=7))
    today = instant(TODAY)
    # The agenda ends with the issues whose waiting ends in its days.
    due = f"i.due < {end} AND (i.waitingUntil IS NULL OR i.waitingUntil <= {today})"
    where = f"i.closed IS NULL AND ({due} OR i.waitingUntil > {today} AND i.waitingUntil < {end})"
    sql = ROWS.format(where=where, order="i.due,", blocked=blocked)
    comparison.check_rows(["agenda"], store, sql)
    comparison.against("agenda", ["agenda"], store, sql, 6)
    for name, query in [("urgent", "is:open priority:high due:7d"), ("stuck", "is:blocked #tag007")]:
        time_of([comparison.portfolio, "--store", store, "view", "save", name, query], comparison.environment, 1)
    today = instant(TODAY)
    conditions = [
        "1", f"i.modified >= {instant(TODAY - datetime.timedelta(days=7))}", f"i.due >= {today} AND i.due < {today + 86400}",
        f"i.due < {today}", blocked, f"i.waitingUntil > {today}",
        f"i.priority = 'high' AND i.due >= {today} AND i.due < {end + 86400}", blocked + " AND " + TAGGED.format("tag007"),
    ]
    comparison.against(
        "views with counts", ["views"], store,
        ";".join(f"SELECT count(*) FROM Issue i WHERE i.closed IS NULL AND {where}" for where in conditions), 6)


def against_taskwarrior(comparison, options, folder):
    """Compares both programs on the same tasks: portfolio imports Taskwarrior's file, too."""
    if shutil.which("task") is None:
        print("task is not installed (apt-get install taskwarrior): not compared")
        return
    for count in sorted({min(options.issues, count) for count in (3_000, 10_000)}):
        compare_tasks(comparison, count, tempfile.mkdtemp(dir=folder))


def compare_tasks(comparison, count, folder):
    def task(issue):
        result = {
            "uuid": issue["identifier"].lower(), "description": issue["title"], "status": "pending",
            "entry": issue["created"].replace("-", "").replace(":", ""),
            "priority": {"high": "H", "medium": "M", "low": "L"}[issue["priority"]], "tags": issue["tags"],
        }
        if "due" in issue:
            result["due"] = issue["due"].replace("-", "") + "T000000Z"
        if "blockedBy" in issue:
            result["depends"] = [identifier.lower() for identifier in issue["blockedBy"]]
        return result

    path, rc = os.path.join(folder, "tasks.json"), os.path.join(folder, "taskrc")
    write(path, lambda: [task(issue) for issue in dated(count, 2)])
    with open(rc, "w") as file:
        file.write("confirmation=off\nverbose=nothing\ndependency.confirmation=off\n")
    comparison.environment["TASKRC"] = rc

    def portfolio(*words):
        """A command in the store of a run; imports have one each."""
        return lambda run: [comparison.portfolio, "--store", os.path.join(folder, f"store{run}"), *words]

    def theirs(*words):
        def command(run):
            data = os.path.join(folder, f"tasks{run}")
            os.makedirs(data, exist_ok=True)
            return ["task", f"rc.data.location={data}", *words]
        return command

    rows = [
        ("import", portfolio("import", path), theirs("import", path)),
        ("list", portfolio("list"), theirs("list")),
        ("query", portfolio("list", "#tag007 priority:high due:<2100-01-01"),
         theirs("+tag007", "priority:H", "due.before:2100-01-01", "list")),
        ("add", portfolio("new", "Fix", "it"), theirs("add", "Fix", "it")),
        ("done", portfolio("done", "17", "--yes"), theirs("17", "done")),
        ("export", portfolio("export", "-", "--as", "taskwarrior"),
         theirs("export")),
    ]
    for name, ours, task_words in rows:
        comparison.against_task(f"{name} of {count:,}, against Taskwarrior", ours, task_words)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options, portfolio = parsed(parser, runs=9)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        comparison = Comparison(portfolio, options, environment)
        against_sqlite(comparison, options, folder)
        against_taskwarrior(comparison, options, folder)
    finally:
        shutil.rmtree(folder)
    if options.check and comparison.failed:
        sys.exit(1)


if __name__ == "__main__":
    main()

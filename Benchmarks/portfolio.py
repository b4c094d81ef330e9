#!/usr/bin/env python3
"""Measures processes of portfolio, alternating with a baseline, and prints ratios.

    portfolio.py [--portfolio PATH] [--runs N] [--issues N]

PATH is a release build (see README.md in this folder). Lists and counts are compared with the same SQL query, run with
sqlite3 on the same file. If Taskwarrior is installed, list and add are also compared with it, with as many tasks as issues.
Each pair of runs gives one ratio of wall-clock times; the minimum and the median are printed.
"""
import argparse
import datetime
import json
import os
import random
import shutil
import sys
import tempfile
import uuid

from processes import compare, run

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = "fix login page slow search on large projects update the handbook tap hall fence report of bench demo".split()


def issues(count, tags, seed=1):
    """Issues in portfolio's JSON format, each with up to four of the tags."""
    dice = random.Random(seed)
    start = datetime.datetime(2023, 1, 1)
    result = []
    for number in range(count):
        created = start + datetime.timedelta(minutes=dice.randrange(1_500_000))
        issue = {
            "identifier": str(uuid.UUID(int=dice.getrandbits(128), version=4)).upper(),
            "title": " ".join(dice.choices(WORDS, k=4)) + f" {number}",
            "status": dice.choice(["open", "open", "closed"]),
            "priority": dice.choice(["low", "medium", "high"]),
            "tags": [f"tag{n:03}" for n in dice.sample(range(tags), dice.randrange(5))],
            "created": created.isoformat() + "Z",
            "content": " ".join(dice.choices(WORDS, k=20)),
        }
        if issue["status"] == "closed":
            issue["closed"] = (created + datetime.timedelta(days=3)).isoformat() + "Z"
        result.append(issue)
    return result


ROWS = """SELECT i._id, i.priority, i.title,
  (SELECT group_concat(t.name, ', ') FROM Issue_tags p JOIN Tag t ON t._id = p._target WHERE p._source = i._id),
  date(i.created + 978307200, 'unixepoch'), i.closed IS NOT NULL
FROM Issue i {where} ORDER BY i.created DESC, i.title"""
TAGGED = "EXISTS (SELECT 1 FROM Issue_tags p JOIN Tag t ON t._id = p._target WHERE p._source = i._id AND t.key = '{}')"
COUNTS = """SELECT t.name, c.number FROM Tag t LEFT JOIN (
    SELECT _target, count(*) AS number FROM Issue_tags WHERE _source IN (SELECT _id FROM Issue WHERE closed IS NULL)
    GROUP BY _target) c ON c._target = t._id ORDER BY t.name;
SELECT count(*) FROM Issue WHERE closed IS NULL;
SELECT count(*) FROM Issue WHERE closed IS NULL AND modified >= 0;"""


def against_sqlite(portfolio, options, folder, environment):
    path = os.path.join(folder, "issues.json")
    # Another process writes the file. The memory of this process would count as memory of the programs that it starts.
    writer = os.fork()
    if writer == 0:
        with open(path, "w") as file:
            json.dump(issues(options.issues, 200), file)
        os._exit(0)
    os.waitpid(writer, 0)
    store = os.path.join(folder, "store")
    seconds, megabytes = run([portfolio, "--store", store, "import", path], environment)
    print(f"import of {options.issues:,} issues: {megabytes:.0f} MB peak (under 100)")
    for name, words, where in [
        ("list of one tag, open and high", ["#tag007", "--status", "open", "--priority", "high"],
         "WHERE " + TAGGED.format("tag007") + " AND i.closed IS NULL AND i.priority = 'high'"),
        ("list of two tags", ["#tag007", "#tag011"],
         "WHERE " + TAGGED.format("tag007") + " AND " + TAGGED.format("tag011")),
        ("list without a tag, closed and low", ["-#tag007", "--status", "closed", "--priority", "low"],
         "WHERE NOT " + TAGGED.format("tag007") + " AND i.closed IS NOT NULL AND i.priority = 'low'"),
        ("list of everything", [], ""),
    ]:
        compare(
            f"{name}, {options.issues:,} issues, against sqlite3", options.runs, 6,
            lambda: run([portfolio, "--store", store, "list"] + words, environment),
            lambda: run(["sqlite3", store, ROWS.format(where=where)], environment))
    compare(
        f"filters with counts, {options.issues:,} issues and 200 tags, against sqlite3", options.runs, 6,
        lambda: run([portfolio, "--store", store, "filters"], environment),
        lambda: run(["sqlite3", store, COUNTS], environment))


def against_taskwarrior(portfolio, options, folder, environment):
    if shutil.which("task") is None:
        print("task is not installed (apt-get install taskwarrior): not compared")
        return
    count = 10_000
    made = issues(count, 20, seed=2)
    for issue in made:
        issue["status"] = "open"
        issue.pop("closed", None)
    path = os.path.join(folder, "few.json")
    with open(path, "w") as file:
        json.dump(made, file)
    store = os.path.join(folder, "few.store")
    run([portfolio, "--store", store, "import", path], environment)
    rc = os.path.join(folder, "taskrc")
    with open(rc, "w") as file:
        file.write(f"data.location={folder}/tasks\nconfirmation=off\nverbose=nothing\n")
    os.makedirs(os.path.join(folder, "tasks"))
    tasks = [{
        "uuid": issue["identifier"].lower(), "description": issue["title"], "status": "pending",
        "entry": issue["created"].replace("-", "").replace(":", ""),
        "priority": {"high": "H", "medium": "M", "low": "L"}[issue["priority"]], "tags": issue["tags"],
    } for issue in made]
    path = os.path.join(folder, "tasks.json")
    with open(path, "w") as file:
        json.dump(tasks, file)
    environment = dict(environment, TASKRC=rc)
    run(["task", "import", path], environment)
    compare(
        f"list of {count:,} issues against Taskwarrior", options.runs, 1,
        lambda: run([portfolio, "--store", store, "list"], environment), lambda: run(["task", "list"], environment))
    compare(
        f"add one to {count:,} issues against Taskwarrior", options.runs, 1,
        lambda: run([portfolio, "--store", store, "new", "Fix", "it"], environment),
        lambda: run(["task", "add", "Fix", "it"], environment))


def parsed(parser, runs):
    """The options of a comparison, and the path of portfolio. Ends the program if portfolio isn't built."""
    parser.add_argument("--portfolio", default=os.path.join(HERE, "..", ".build", "release", "portfolio"))
    parser.add_argument("--runs", type=int, default=runs)
    parser.add_argument("--issues", type=int, default=100_000)
    options = parser.parse_args()
    portfolio = os.path.abspath(options.portfolio)
    if not os.access(portfolio, os.X_OK):
        sys.exit(f"{portfolio} is not built (see README.md)")
    return options, portfolio


def main():
    options, portfolio = parsed(argparse.ArgumentParser(), runs=15)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        against_sqlite(portfolio, options, folder, environment)
        against_taskwarrior(portfolio, options, folder, environment)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

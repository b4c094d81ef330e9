#!/usr/bin/env python3
"""Measures mybooks on a large log and on an old one, alternating with one of 1,000 books, and prints ratios.

    longlife.py [--mybooks PATH] [--runs N] [--books N] [--read N] [--days N]

PATH is a build of mybooks (see README.md in this folder). There are three logs: one of 1,000 books, one of N books (default:
1,000,000), and one of 1,000 books with a history of five changes a day for N days (default: 3,650). In each, the user read
100 books a year, in the large log --read books a year (default: 100), up to ten years ago. Each pair of runs of the same
command gives one ratio of wall-clock times; the minimum and the median are printed.
"""
import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DAY = 86400
YEAR = time.strftime("%Y", time.gmtime())


def mybooks(program, store, *words, script=None):
    """Runs the program and returns its duration in seconds."""
    begin = time.monotonic()
    result = subprocess.run(
        [program, "--store", store, *words], input=script, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    took = time.monotonic() - begin
    if result.returncode != 0:
        sys.exit(f"{' '.join(words)}: {result.stderr}")
    return took


def fill(store, count, read):
    """Adds books to a log of the program with SQL, and makes the first ones books that were read on the last 3,650 days."""
    connection = sqlite3.connect(store)
    (template,) = connection.execute("SELECT max(_id) FROM Book").fetchall()[0:1] or [(None,)]
    columns = [row[1] for row in connection.execute("PRAGMA table_info(Book)") if row[1] not in ("_id", "title")]
    names = ", ".join(f'"{name}"' for name in columns)
    connection.execute(
        f"""WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
            INSERT INTO Book (_id, title, {names})
            SELECT i, 'Book ' || i || ' of many', {", ".join(f'(SELECT "{c}" FROM Book WHERE _id = {template[0]})'
            if c not in ("identifier",) else "upper(hex(randomblob(4))) || '-0000-4000-8000-' || printf('%012d', i)"
            for c in columns)} FROM n""")
    today = int(time.time() - 978307200) // DAY * DAY  # The store counts seconds from 2001.
    connection.execute(
        f"""UPDATE Book SET status = 'completed', completed = {today} - _id * 7919 % 3650 * {DAY},
            started = {today} - (_id * 7919 % 3650 + _id % 9) * {DAY}, pages = 100 + _id % 700, author = 'Author ' || _id % 977,
            rating = 1 + _id % 5, binding = 'Form ' || _id % 3 WHERE _id <= {10 * read}""")
    connection.commit()
    connection.close()


def age(store, days, per_day):
    """Makes changes with the program and backdates them, as a history of a number of days."""
    # Each round over the books sets other ratings, because a command without a change adds no step.
    lines = [f"rate {step % 1000 + 1} {(step + step // 1000) % 5 + 1}" for step in range(days * per_day)]
    mybooks(args.mybooks, store, "--quiet", script="\n".join(lines) + "\n")
    connection = sqlite3.connect(store)
    (made,) = connection.execute("SELECT count(*) FROM _history WHERE note LIKE '%Rated%'").fetchone()
    if made != len(lines):
        sys.exit(f"{len(lines)} changes made {made} steps")
    connection.execute(
        "UPDATE _history SET at = at - (SELECT max(_id) FROM _history) * ?1 + _id * ?1", (DAY / per_day,))
    connection.commit()
    connection.close()


def size(store):
    return sum(os.path.getsize(store + end) for end in ("", "-wal") if os.path.exists(store + end))


parser = argparse.ArgumentParser()
parser.add_argument("--mybooks", default=os.path.join(HERE, "../.build/release/mybooks"))
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--books", type=int, default=1_000_000)
parser.add_argument("--read", type=int, default=100)
parser.add_argument("--days", type=int, default=3650)
args = parser.parse_args()
folder = tempfile.mkdtemp()
try:
    stores = {name: os.path.join(folder, name + ".store") for name in ("small", "large", "old")}
    for name, store in stores.items():
        mybooks(args.mybooks, store, "add", "Book 1 of many", "Somebody")
        fill(store, *((args.books, args.read) if name == "large" else (1000, 100)))
        mybooks(args.mybooks, store, "goal", YEAR, "50")
    age(stores["old"], args.days, 5)
    before = size(stores["old"])
    commands = {
        "start and show": ["show", "1"], "stats --year": ["stats", "--year", YEAR], "goal": ["goal"],
        "review": ["review"], "list --year": ["list", "--year", YEAR], "search": ["search", "Book 999 "], "list": ["list"],
        "add": ["add", "Another", "Somebody", "--allow-duplicate"], "undo": ["undo"], "history": ["history"],
        "backup": ["backup", os.path.join(folder, "copy.store"), "--overwrite"],
    }
    for name in ("large", "old"):
        for title, words in commands.items():
            ratios = []
            for _ in range(args.runs):
                small = mybooks(args.mybooks, stores["small"], *words)
                ratios.append(mybooks(args.mybooks, stores[name], *words) / small)
            print(f"{name}: {title}: {min(ratios):.2f} / {statistics.median(ratios):.2f}")
    connection = sqlite3.connect(stores["old"])
    steps = connection.execute("SELECT count(*) FROM _history").fetchone()[0]
    free = connection.execute("PRAGMA freelist_count").fetchone()[0] * 4096
    print(f"old: {steps} steps of {args.days * 5} are left; {free / before:.0%} of the file is free for later data")
finally:
    shutil.rmtree(folder)

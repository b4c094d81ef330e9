#!/usr/bin/env python3
"""Measures processes of mybooks, alternating with a baseline, and prints ratios.

    processes.py [--mybooks PATH] [--runs N]

PATH is a release build (see README.md in this folder). Each pair of runs, one of mybooks and one of the baseline,
gives one ratio of wall-clock times; the minimum and the median of the ratios are printed.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, environment):
    """Runs a command; returns the wall-clock seconds and the peak memory in MB."""
    with open(os.devnull, "w") as sink:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} ended with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def compare(name, runs, limit, ours, theirs, before=lambda: None):
    ratios = []
    for index in range(runs + 1):
        before()
        a, _ = ours()
        before()
        b, _ = theirs()
        if index > 0:  # The first pair warms the caches.
            ratios.append(a / b)
    print(f"{name}: {min(ratios):.2f} minimum, {statistics.median(ratios):.2f} median (at most {limit})")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mybooks", default=os.path.join(HERE, "..", ".build", "release", "mybooks"))
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    mybooks = os.path.abspath(options.mybooks)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        def export(count):
            path = os.path.join(folder, f"{count}.csv")
            with open(path, "w") as file:
                subprocess.run(
                    [sys.executable, os.path.join(HERE, "goodreads_file.py"), str(count)], stdout=file, check=True)
            return path

        store = os.path.join(folder, "store")

        def remove_store():
            for end in ("", "-wal", "-shm"):
                if os.path.exists(store + end):
                    os.remove(store + end)

        listed = os.path.join(folder, "listed")
        run([mybooks, "--store", listed, "import", export(1000)], environment)
        query = "SELECT _id, status, title, author, rating FROM Book ORDER BY title"
        compare(
            "list 1,000 books against sqlite3", options.runs, 6,
            lambda: run([mybooks, "--store", listed, "list"], environment),
            lambda: run(["sqlite3", listed, query], environment))

        rows = export(10000)
        compare(
            "import 10,000 rows against Python", options.runs, 0.8,
            lambda: run([mybooks, "--store", store, "import", rows], environment),
            lambda: run([sys.executable, os.path.join(HERE, "goodreads_import.py"), rows, store], environment),
            before=remove_store)

        remove_store()
        many = export(100000)
        _, megabytes = run([mybooks, "--store", store, "import", many], environment)
        print(f"import 100,000 rows: {megabytes:.0f} MB peak (under 100)")
        _, megabytes = run([mybooks, "--store", store, "import", many], environment)
        print(f"repeated import: {megabytes:.0f} MB peak")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

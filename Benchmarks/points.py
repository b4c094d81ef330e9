#!/usr/bin/env python3
"""Measures processes of `itour poi`, alternating with a baseline, and prints ratios.

    points.py [--itour PATH] [--runs N]

PATH is a release build (see README.md in this folder). Each pair of runs, one of itour and one of the baseline,
gives one ratio of wall-clock times, and one of processor times; minimum and median of each are printed.
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
    """Runs a command; returns the wall-clock seconds, the processor seconds and the peak memory in MB."""
    with open(os.devnull, "w") as sink:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} ended with {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(name, runs, ours, theirs, limit, before_ours=lambda: None, before_theirs=lambda: None):
    wall, processor, peaks = [], [], []
    for index in range(runs + 1):
        before_ours()
        a = ours()
        before_theirs()
        b = theirs()
        if index > 0:  # The first pair warms the caches.
            wall.append(a[0] / b[0])
            processor.append(a[1] / b[1])
            peaks.append(a[2])
    print(
        f"{name}: {min(wall):.2f} minimum, {statistics.median(wall):.2f} median (at most {limit}); "
        f"processor {min(processor):.2f}, {statistics.median(processor):.2f}; {max(peaks):.0f} MB peak", flush=True)
    return max(peaks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--itour", default=os.path.join(HERE, "..", ".build", "release", "itour"))
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    itour = os.path.abspath(options.itour)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        def points(count, changed=0.0):
            path = os.path.join(folder, f"{count}-{changed}.json")
            with open(path, "w") as file:
                subprocess.run(
                    [sys.executable, os.path.join(HERE, "points_file.py"), str(count), "--changed", str(changed)],
                    stdout=file, check=True)
            return path

        ours, theirs = os.path.join(folder, "ours"), os.path.join(folder, "theirs")

        def remove(store):
            for end in ("", "-wal", "-shm"):
                if os.path.exists(store + end):
                    os.remove(store + end)

        def importing(path):
            return lambda: run([itour, "--store", ours, "poi", "import", path], environment)

        def baseline(path):
            return lambda: run(
                [sys.executable, os.path.join(HERE, "points_import.py"), path, theirs], environment)

        peaks = {}
        for count in (10000, 100000):
            path = points(count)
            peaks[count] = compare(
                f"import {count:,} points against Python", options.runs, importing(path), baseline(path), 1,
                lambda: remove(ours), lambda: remove(theirs))
            peaks[count] = max(peaks[count], compare(
                f"import {count:,} points again", options.runs, importing(path), baseline(path), 1))
            edition = points(count, 0.1)
            turns = [edition, path]

            def next_turn():
                turns.reverse()

            compare(
                f"import {count:,} points, of which a tenth changed", options.runs,
                lambda: importing(turns[0])(), lambda: baseline(turns[0])(), 1, before_ours=next_turn)
        print(
            f"memory: {peaks[100000]:.0f} MB for 100,000 (under 80), {peaks[100000] - peaks[10000]:.1f} MB more than "
            f"for 10,000 (at most 10)")

        table = "FROM PointOfInterest LEFT JOIN Category ON Category._id = category"
        columns = "PointOfInterest._id, PointOfInterest.name, Category.name, city, country"
        near = (
            f"SELECT {columns} {table} WHERE latitude BETWEEN 38.10 AND 38.14 AND longitude BETWEEN 13.34 AND 13.38 "
            "ORDER BY abs(latitude - 38.12) LIMIT 20")
        compare(
            "poi near, 20 of 100,000 points, against sqlite3", options.runs,
            lambda: run([itour, "--store", ours, "poi", "near", "38.12,13.36", "--within", "2", "--count", "20"],
                        environment),
            lambda: run(["sqlite3", ours, near], environment), 8)
        for name, arguments, condition in (
            ("poi list --category", ["poi", "list", "--category", "mill"], "Category.name = 'mill'"),
            ("poi list --city", ["poi", "list", "--city", "gdansk"], "city = 'Gdańsk'"),
        ):
            query = f"SELECT {columns} {table} WHERE {condition} ORDER BY PointOfInterest.name"
            compare(
                f"{name} of 100,000 points, against sqlite3", options.runs,
                lambda: run([itour, "--store", ours] + arguments, environment),
                lambda: run(["sqlite3", ours, query], environment), 8)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

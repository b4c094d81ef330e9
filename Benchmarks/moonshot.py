#!/usr/bin/env python3
"""Measures processes of moonshot, alternating with Python scripts that do the same, and prints ratios.

    moonshot.py [--moonshot PATH] [--runs N]

PATH is a release build (see README.md in this folder). Each pair of runs gives one ratio of wall-clock times; the
minimum and the median of the ratios are printed.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile

from processes import compare, run

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "Sources", "Moonshot", "Data", "en.lproj")
JOIN = os.path.join(HERE, "moonshot_join.py")


def generate(folder, missions, astronauts):
    """Writes data files of a number of missions with three seats each."""
    chance = random.Random(1)
    ids = [f"astronaut{index}" for index in range(astronauts)]
    roles = ["Commander", "Command Module Pilot", "Lunar Module Pilot"]
    with open(os.path.join(folder, "astronauts.json"), "w") as file:
        json.dump({key: {"id": key, "name": key.title(), "description": "Flew twice. " * 15} for key in ids}, file)
    with open(os.path.join(folder, "missions.json"), "w") as file:
        json.dump(
            [
                {
                    "id": index,
                    "launchDate": f"{chance.randint(1960, 1999)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
                    "crew": [{"name": chance.choice(ids), "role": role} for role in roles],
                    "description": "A mission to the Moon. " * 10,
                }
                for index in range(missions)
            ],
            file,
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moonshot", default=os.path.join(HERE, "..", ".build", "release", "moonshot"))
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args()
    moonshot = os.path.abspath(options.moonshot)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        compare(
            "start to first listing against Python", options.runs, 1,
            lambda: run([moonshot, "missions"], environment),
            lambda: run([sys.executable, JOIN, DATA, "print"], environment))
        generate(folder, 10_000, 500)
        compare(
            "decode and join 10,000 missions with 30,000 seats against Python", options.runs, 1,
            lambda: run([moonshot, "--data", folder, "check"], environment),
            lambda: run([sys.executable, JOIN, folder, "count"], environment))
        compare(
            "load and list them against Python printing them", max(3, options.runs // 5), "no limit",
            lambda: run([moonshot, "--data", folder, "missions"], environment),
            lambda: run([sys.executable, JOIN, folder, "print"], environment))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

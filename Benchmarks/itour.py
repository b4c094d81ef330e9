#!/usr/bin/env python3
"""Measures processes of itour, alternating with the same queries in sqlite3, and prints ratios.

    itour.py [--itour PATH] [--runs N]

PATH is a release build (see README.md in this folder). The store contains 10,000 destinations with 100,000 sights.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile

from processes import compare, run

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = "amber basilica bridge castle cathedral chapel cloister fountain garden harbour market museum palace square tower"


def plans(path, destinations, sights):
    """Writes destinations with sights in itour's export format."""
    random.seed(5)
    words = WORDS.split()
    with open(path, "w") as file:
        file.write('{"format": "itour", "version": 1, "destinations": [')
        for number in range(destinations):
            start = f"{2020 + number % 20}-{number % 12 + 1:02}-{number % 28 + 1:02}"
            latitude, longitude = random.uniform(-60, 70), random.uniform(-180, 180)
            file.write("" if number == 0 else ",\n")
            json.dump({
                "name": f"{random.choice(words).title()} {random.choice(words)} {number}", "start": start,
                "details": " ".join(random.choices(words, k=8)), "priority": ["meh", "maybe", "must"][number % 3],
                "sights": [{
                    "name": f"{random.choice(words)} {random.choice(words)} {index}", "address": f"Street {index}",
                    "note": "" if index % 3 else " ".join(random.choices(words, k=5)),
                    "latitude": max(-90, min(90, latitude + random.gauss(0, 0.1))),
                    "longitude": max(-180, min(180, longitude + random.gauss(0, 0.1))),
                } for index in range(sights)],
            }, file)
        file.write("]}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--itour", default=os.path.join(HERE, "..", ".build", "release", "itour"))
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    itour = os.path.abspath(options.itour)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        file, store = os.path.join(folder, "plans.json"), os.path.join(folder, "store")
        plans(file, 10000, 10)
        _, megabytes = run([itour, "--store", store, "import", file], environment)
        size = os.path.getsize(file) / 1e6
        print(f"import 10,000 destinations with 100,000 sights ({size:.0f} MB): {megabytes:.0f} MB peak")

        def against(name, command, query):
            compare(
                name, options.runs, 6, lambda: run([itour, "--store", store] + command, environment),
                lambda: run(["sqlite3", store, query], environment))

        columns = "_id, name, priority, start, \"end\""
        against("list", ["list"], f"SELECT {columns} FROM Destination ORDER BY name, start")
        against(
            "list by priority", ["list", "--sort", "priority"],
            f"SELECT {columns} FROM Destination ORDER BY priority DESC, name")
        like = "LIKE '%cloister cast%'"
        against(
            "search", ["search", "cloister cast"],
            f"SELECT {columns} FROM Destination d WHERE name {like} OR details {like} OR EXISTS (SELECT 1 FROM Sight s "
            f"WHERE s.destination = d._id AND (s.name {like} OR s.note {like} OR s.address {like})) ORDER BY name, start")
        near = (
            "SELECT s._id, s.name, d.name, 2 * 6371.0088 * asin(sqrt(pow(sin(radians(s.latitude - 48) / 2), 2) + "
            "cos(radians(48)) * cos(radians(s.latitude)) * pow(sin(radians(s.longitude - 11) / 2), 2))) AS km "
            "FROM Sight s JOIN Destination d ON d._id = s.destination WHERE s.latitude BETWEEN 46.2 AND 49.8 AND "
            "s.longitude BETWEEN 8.3 AND 13.7 AND km <= 200 ORDER BY km")
        against("nearby", ["nearby", "48,11", "--within", "200"], near)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

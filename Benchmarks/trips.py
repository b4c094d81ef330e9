#!/usr/bin/env python3
"""Measures plans, maps, routes, look-ups and a large import of itour.

    trips.py [--itour PATH] [--runs N] [--megabytes N]

PATH is a release build (see README.md in this folder). The store contains 10 trips of 60 days with 2,000 scheduled
sights. Times beyond the start are the medians of the differences between pairs of runs.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile

from processes import compare, run

HERE = os.path.dirname(os.path.abspath(__file__))
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def day(year, number):
    """Returns the day of a year with a number from 0."""
    for month, length in enumerate(DAYS, 1):
        if number < length:
            return f"{year}-{month:02}-{number + 1:02}"
        number -= length
    raise ValueError(number)


def commands(trips, days, sights):
    """Returns the lines that make trips with scheduled sights and a leg for every third day."""
    random.seed(7)
    lines, each = [], sights // trips
    for trip in range(trips):
        year = 2030 + trip
        lines.append(f"trip add \"Journey {trip}\" --date {day(year, 0)} --end {day(year, days - 1)}")
        lines.append(
            f"add \"Stop {trip}\" --at 41.9,12.5 --zone Europe/Rome --date {day(year, 0)} --end {day(year, days - 1)}")
        for number in range(each):
            latitude, longitude = 41.9 + random.gauss(0, 0.02), 12.5 + random.gauss(0, 0.02)
            lines.append(
                f"sight add \"Sight {trip} {number}\" --at {latitude:.5f},{longitude:.5f} "
                "--hours \"Mo-Sa 09:00-17:00; Tu off\"")
        for number in range(each):
            hour = 9 + number // days * 2
            lines.append(f"sight schedule \"Sight {trip} {number}\" {day(year, number % days)} {hour}:00 --for 1h")
        for number in range(0, days, 3):
            lines.append(
                f"leg add train Rome Naples --depart \"{day(year, number)} 18:00\" --arrive 19:10 --in \"Journey {trip}\"")
        lines.append("back")
        lines.append("back")
    return lines


def write_points(path, megabytes):
    """Writes a GeoJSON file with points of at least a size."""
    random.seed(11)
    with open(path, "w") as file:
        file.write('{"type": "FeatureCollection", "features": [\n')
        size = number = 0
        while size < megabytes * 1e6:
            text = ("" if number == 0 else ",\n") + json.dumps({
                "type": "Feature", "id": f"node/{number}",
                "geometry": {
                    "type": "Point",
                    "coordinates": [round(random.uniform(-180, 180), 6), round(random.uniform(-85, 85), 6)]},
                "properties": {
                    "name": f"Place {number}", "description": "A long description of a place. " * 20,
                    "addr:street": f"Street {number % 100}"},
            })
            file.write(text)
            size += len(text)
            number += 1
        file.write("\n]}\n")
    return number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--itour", default=os.path.join(HERE, "..", ".build", "release", "itour"))
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--megabytes", type=int, default=200)
    options = parser.parse_args()
    itour = os.path.abspath(options.itour)
    folder = tempfile.mkdtemp()
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    try:
        store, empty = os.path.join(folder, "store"), os.path.join(folder, "empty")
        lines = "\n".join(commands(10, 60, 2000)) + "\n"
        subprocess.run(
            [itour, "--store", store, "--quiet"], input=lines, env=environment, text=True, check=True,
            stdout=subprocess.DEVNULL)
        subprocess.run(
            [itour, "--store", empty, "--quiet"], env=environment, text=True, check=True,
            stdout=subprocess.DEVNULL,
            input="add Rome\n" + "".join(
                f"sight add S{n} --at {41.9 + random.gauss(0, 0.02):.5f},{12.5 + random.gauss(0, 0.02):.5f}\n"
                for n in range(50)))

        def ours(store, *command):
            return lambda: run([itour, "--store", store, *command], environment)

        def beyond(name, limit, command, start):
            command(), start()  # The first pair warms the caches.
            differences = [(command()[0] - start()[0]) * 1000 for _ in range(options.runs)]
            print(f"{name}: {statistics.median(differences):.1f} ms beyond the start (at most {limit})")

        compare(
            "plan of 10 trips with 2,000 sights against list --all", options.runs, 3,
            ours(store, "plan", "--from", "2030-01-01"), ours(store, "list", "--all"))
        compare(
            "plan of one trip against list --all", options.runs, 3, ours(store, "plan", "Journey 3"),
            ours(store, "list", "--all"))
        start = ours(empty, "list")
        beyond("map of the world", 30, ours(empty, "--format", "table", "map", "--zoom", "0.001"), start)
        beyond("route of 50 sights", 50, ours(empty, "route", "rome"), start)
        beyond("look-up of a place", 5, ours(empty, "place", "Kyoto"), start)
        points = os.path.join(folder, "points.geojson")
        count = write_points(points, options.megabytes)
        seconds, megabytes = run([itour, "--store", os.path.join(folder, "many"), "import", points], environment)
        print(
            f"import of {count:,} places ({os.path.getsize(points) / 1e6:.0f} MB): {seconds:.0f} s, "
            f"{megabytes:.0f} MB peak (under 100)")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

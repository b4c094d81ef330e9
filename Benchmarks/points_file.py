#!/usr/bin/env python3
"""Prints a JSON list of N points of interest with categories; the output for the same arguments is always the same.

    points_file.py [N] [--changed SHARE]

SHARE, from 0 to 1, is the share of points with another name and other information, as in a later edition.
"""
import argparse
import json
import random
import sys
import uuid

TOWNS = [
    ("Genova", "Italy", 44.41, 8.93), ("Palermo", "Italy", 38.12, 13.36), ("Gdańsk", "Poland", 54.35, 18.65),
    ("Wrocław", "Poland", 51.11, 17.03), ("Pécs", "Hungary", 46.07, 18.23), ("Szeged", "Hungary", 46.25, 20.15),
    ("Porto", "Portugal", 41.15, -8.61), ("Gent", "Belgium", 51.05, 3.73), ("Tromsø", "Norway", 69.65, 18.96),
]
KINDS = ("Abbey Arcade Aqueduct Bakery Baths Belfry Castle Chapel Cloister Column Court Gate Grotto Hall House "
         "Lighthouse Mill Park Pier Ruin School Shrine Spring Square Station Statue Synagogue Tomb Wall Well").split()
SENTENCES = [
    "Built when the town was rich, and never finished.", "The stairs are steep; the view is worth them.",
    "Closed on Mondays.", "Zbudowany z cegły.", "A harangja messziről hallatszik.", "Ask for the key next door.",
]


def points(count, changed):
    r = random.Random(70707)
    edition = random.Random(80808)
    for number in range(count):
        town, country, latitude, longitude = r.choice(TOWNS)
        kind = r.choice(KINDS)
        point = {
            "identifier": str(uuid.UUID(int=r.getrandbits(128), version=4)).upper(),
            "name": f"{kind} of {town}, no. {number}",
            "address": f"{r.randrange(1, 400)} {r.choice(KINDS)} Street",
            "city": town,
            "country": country,
            "information": " ".join(r.sample(SENTENCES, r.randrange(1, 4))),
            "latitude": round(latitude + r.uniform(-0.15, 0.15), 6),
            "longitude": round(longitude + r.uniform(-0.15, 0.15), 6),
            "category": {"name": kind.lower()},
        }
        if edition.random() < changed:
            point["name"] += " (restored)"
            point["information"] = "Restored. " + point["information"]
        yield point


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=10000)
    parser.add_argument("--changed", type=float, default=0)
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write("[")
    for number, point in enumerate(points(options.count, options.changed)):
        sys.stdout.write(",\n" if number else "\n")
        sys.stdout.write(json.dumps(point, ensure_ascii=False))
    sys.stdout.write("\n]\n")


if __name__ == "__main__":
    main()

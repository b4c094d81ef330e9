#!/usr/bin/env python3
"""Reads missions.json and astronauts.json of a folder, joins every seat to its astronaut, and prints or counts the result.

    moonshot_join.py FOLDER print|count

This is the baseline for moonshot, with Python's json, and with dates as days.
"""
import datetime
import json
import os
import sys


def main():
    folder, what = sys.argv[1:]
    with open(os.path.join(folder, "astronauts.json"), encoding="utf-8") as file:
        astronauts = json.load(file)
    with open(os.path.join(folder, "missions.json"), encoding="utf-8") as file:
        missions = json.load(file)
    seats = 0
    ids = set()
    for mission in missions:
        ids.add(mission["id"])
        if "launchDate" in mission:
            mission["launchDate"] = datetime.date.fromisoformat(mission["launchDate"])
        for seat in mission["crew"]:
            seat["astronaut"] = astronauts[seat["name"]]
            seats += 1
    if len(ids) != len(missions):
        sys.exit("an ID occurs twice")
    if what == "print":
        for mission in missions:
            names = ", ".join(seat["astronaut"]["name"] for seat in mission["crew"])
            print(f"Apollo {mission['id']}\t{mission.get('launchDate', 'N/A')}\t{names}")
    else:
        print(f"missions {len(missions)}, astronauts {len(astronauts)}, seats {seats}")


if __name__ == "__main__":
    main()

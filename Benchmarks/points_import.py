#!/usr/bin/env python3
"""Imports a JSON list of points of interest into a SQLite file with `json` and `sqlite3`: upserts by `executemany`.

This is the baseline of `itour poi import`: the same columns, indexes and pragmas, and one transaction. It identifies points
by their identifier and categories by their name. It keeps no history and checks nothing.

    points_import.py POINTS.json STORE
"""
import json
import os
import sqlite3
import sys
import uuid

FIELDS = "name address city country information latitude longitude category".split()


def main():
    path, store = sys.argv[1:3]
    connection = sqlite3.connect(store, isolation_level=None)
    os.chmod(store, 0o600)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.executescript(
        """CREATE TABLE IF NOT EXISTS Category (
            _id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, identifier TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE IF NOT EXISTS PointOfInterest (
            _id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
            address TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, information TEXT NOT NULL,
            latitude REAL, longitude REAL, isFavourite INTEGER NOT NULL, category INTEGER) STRICT;
        CREATE INDEX IF NOT EXISTS onPlace ON PointOfInterest (latitude, longitude);
        CREATE INDEX IF NOT EXISTS toCategory ON PointOfInterest (category)""")
    with open(path, encoding="utf-8") as file:
        points = json.load(file)
    connection.execute("BEGIN IMMEDIATE")
    names = {point["category"]["name"] for point in points if point.get("category")}
    connection.executemany(
        "INSERT INTO Category (name, identifier) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
        ((name, str(uuid.uuid4()).upper()) for name in sorted(names)))
    categories = dict(connection.execute("SELECT name, _id FROM Category"))
    assignments = ", ".join(f"{field} = excluded.{field}" for field in FIELDS)
    connection.executemany(
        f"""INSERT INTO PointOfInterest (identifier, {", ".join(FIELDS)}, isFavourite)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (identifier) DO UPDATE SET {assignments}""",
        (
            (
                point["identifier"], point["name"], point["address"], point["city"], point["country"],
                point["information"], point["latitude"], point["longitude"],
                categories[point["category"]["name"]],
            )
            for point in points
        ))
    connection.execute("COMMIT")
    connection.close()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Imports a Goodreads library export into a SQLite file like `mybooks import`, with `csv` and `sqlite3`.

This is the baseline of the import benchmark: the same columns, indexes and pragmas, and one transaction. It identifies rows
by their source ID, checks dates, removes the reviews' markup and counts skipped rows.

    goodreads_import.py EXPORT.csv STORE
"""
import csv
import datetime
import html
import os
import re
import sqlite3
import sys
import uuid

STATUS = {"read": "completed", "currently-reading": "in-progress", "to-read": "on-shelf"}
EPOCH = datetime.date(2001, 1, 1)
TAG = re.compile(r"</?(?:a|b|blockquote|em|i|img|p|s|spoiler|strong|u)\b[^>]*>")
BREAK = re.compile(r"<br\s*/?>")


def day(text):
    if not text:
        return None
    year, month, day_ = text.split("/")
    return (datetime.date(int(year), int(month), int(day_)) - EPOCH).days * 86400.0


def main():
    path, store = sys.argv[1:3]
    connection = sqlite3.connect(store, isolation_level=None)
    os.chmod(store, 0o600)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(
        """CREATE TABLE IF NOT EXISTS Book (
            _id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
            author TEXT NOT NULL, summary TEXT NOT NULL, status TEXT NOT NULL, rating INTEGER, added REAL NOT NULL,
            started REAL, completed REAL, source TEXT UNIQUE, lastImport TEXT) STRICT"""
    )
    connection.execute("BEGIN IMMEDIATE")
    known = {source: number for source, number in connection.execute("SELECT source, _id FROM Book")}
    today = (datetime.date.today() - EPOCH).days * 86400.0
    added = merged = skipped = 0
    with open(path, newline="", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            try:
                title, author = " ".join(row["Title"].split()), " ".join(row["Author"].split())
                rating = int(row["My Rating"] or 0)
                if not title or not author or not 0 <= rating <= 5:
                    raise ValueError
                status = STATUS.get(row["Exclusive Shelf"], "on-shelf")
                date_added, date_read = day(row["Date Added"]), day(row["Date Read"])
            except ValueError:
                skipped += 1
                continue
            completed = date_read if status == "completed" else None
            date_added = min(d for d in (date_added if date_added is not None else today, completed) if d is not None)
            review = row["My Review"]
            if "<" in review or "&" in review:
                review = html.unescape(TAG.sub("", BREAK.sub("\n", review)))
            source = "goodreads:" + row["Book Id"]
            number = known.get(source)
            if number is not None:
                connection.execute(
                    "UPDATE Book SET title=?, author=?, summary=?, status=?, rating=?, added=?, completed=? WHERE _id=?",
                    (title, author, review.strip(), status, rating or None, date_added, completed, number),
                )
                merged += 1
                continue
            cursor = connection.execute(
                "INSERT INTO Book (identifier, title, author, summary, status, rating, added, completed, source)"
                " VALUES (?,?,?,?,?,?,?,?,?)",
                (str(uuid.uuid4()), title, author, review.strip(), status, rating or None, date_added, completed, source),
            )
            known[source] = cursor.lastrowid
            added += 1
    connection.execute("COMMIT")
    connection.close()
    print(f"Added {added}, merged {merged}, skipped {skipped}.")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Imports a Goodreads library export into a SQLite file like `mybooks import`, with `csv` and `sqlite3`.

This is the baseline of the import benchmark: the same columns, tables, indexes and pragmas, and one transaction. It
identifies rows by their source, checks dates, ISBNs and numbers, removes the reviews' markup, keeps the columns that no
field keeps and a hash of each imported field, puts books on shelves in the order of their positions, adds earlier readings
and counts skipped rows.

    goodreads_import.py EXPORT.csv STORE
"""
import csv
import datetime
import html
import json
import os
import re
import sqlite3
import sys
import uuid
import zlib

STATUS = {
    "read": "completed", "currently-reading": "in-progress", "to-read": "on-shelf", "did-not-finish": "abandoned",
    "dnf": "abandoned", "abandoned": "abandoned",
}
EPOCH = datetime.date(2001, 1, 1)
TAG = re.compile(r"</?(?:a|b|blockquote|em|i|img|p|s|spoiler|strong|u)\b[^>]*>")
BREAK = re.compile(r"<br\s*/?>")
POSITION = re.compile(r"([^,]+?) *\(#(\d+)\)")
SERIES = re.compile(r"^(.+?)\s*\((.+?),?\s*#([0-9.]+)")
UNKEPT = [
    "Average Rating", "Bookshelves with positions", "Spoiler", "Recommended For", "Recommended By",
    "Original Purchase Date", "Original Purchase Location", "Condition", "Condition Description", "BCID",
]
BOOK = (
    "identifier, title, author, summary, status, rating, added, started, completed, source, lastImport,"
    " startedPrecision, completedPrecision, review, contributors, series, seriesNumber, isbn, publisher, pages, minutes,"
    " binding, language, year, originalYear, privateNotes, copies, otherColumns"
).split(", ")
FIELDS = [name for name in BOOK if name not in ("identifier", "source", "lastImport", "otherColumns")]
CREATE = """
    CREATE TABLE IF NOT EXISTS Book (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
        author TEXT NOT NULL, summary TEXT NOT NULL, status TEXT NOT NULL, rating REAL, added REAL NOT NULL,
        started REAL, completed REAL, source TEXT UNIQUE, lastImport TEXT, startedPrecision TEXT,
        completedPrecision TEXT, review TEXT, contributors TEXT, series TEXT, seriesNumber TEXT, isbn TEXT,
        publisher TEXT, pages INTEGER, minutes INTEGER, binding TEXT, language TEXT, year INTEGER, originalYear INTEGER,
        privateNotes TEXT, copies INTEGER, otherColumns TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS Shelf (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE IF NOT EXISTS Book_shelves (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER NOT NULL REFERENCES Book,
        shelf INTEGER NOT NULL REFERENCES Shelf, book_order INTEGER NOT NULL, shelf_order INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS Book_shelves_unique ON Book_shelves (book, shelf);
    CREATE INDEX IF NOT EXISTS Book_shelves_shelf ON Book_shelves (shelf, shelf_order);
    CREATE TABLE IF NOT EXISTS Reading (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, book INTEGER REFERENCES Book,
        status TEXT NOT NULL, started REAL, completed REAL) STRICT;
    CREATE INDEX IF NOT EXISTS Reading_book ON Reading (book);
"""


def day(text):
    if not text:
        return None
    year, month, day_ = text.split("/")
    return (datetime.date(int(year), int(month), int(day_)) - EPOCH).days * 86400.0


def number(text, low, high):
    if not text:
        return None
    value = int(float(text))
    return value if low <= value <= high else None


def isbn(text):
    digits = bare(text)
    if len(digits) == 10:
        total = sum((10 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits))
        return digits if total % 11 == 0 else None
    if len(digits) == 13:
        total = sum((3 if i % 2 else 1) * int(d) for i, d in enumerate(digits))
        return digits if total % 10 == 0 else None
    return None


def bare(text):
    return text[2:-1] if text.startswith('="') else text


def line(text):
    return " ".join(text.split()) or None


def values(row):
    """The values of a book, its shelves, its positions on them and its number of readings."""
    title, author = " ".join(row["Title"].split()), " ".join(row["Author"].split())
    rating = int(row["My Rating"] or 0)
    if not title or not author or not 0 <= rating <= 5:
        raise ValueError
    exclusive = row["Exclusive Shelf"]
    book = dict.fromkeys(BOOK)
    book["title"], book["author"] = title, author
    book["status"] = status = STATUS.get(exclusive, "on-shelf")
    book["rating"] = rating or None
    added, read = day(row["Date Added"]), day(row["Date Read"])
    book["started"] = day(row.get("Date Started")) if status != "on-shelf" else None
    book["completed"] = read if status in ("completed", "abandoned") else None
    book["added"] = added if added is not None else book["completed"]
    review = row["My Review"]
    if "<" in review or "&" in review:
        review = html.unescape(TAG.sub("", BREAK.sub("\n", review)))
    book["summary"] = review.strip()
    book["source"] = "goodreads:" + row["Book Id"]
    others = [line(name) for name in row["Additional Authors"].split(",")]
    book["contributors"] = "; ".join(name for name in others if name) or None
    if match := SERIES.match(title):
        book["series"], book["seriesNumber"] = match[2], match[3]
    book["isbn"] = isbn(row["ISBN13"]) or isbn(row["ISBN"])
    book["publisher"], book["binding"] = line(row["Publisher"]), line(row["Binding"])
    book["pages"] = number(row["Number of Pages"], 0, 100_000)
    book["year"] = number(row["Year Published"], -9999, 9999)
    book["originalYear"] = number(row["Original Publication Year"], -9999, 9999)
    book["privateNotes"] = row["Private Notes"] or None
    book["copies"] = number(row["Owned Copies"], 0, 100_000) or None
    shelves = [] if exclusive in STATUS else [exclusive]
    for name in row["Bookshelves"].split(","):
        name = line(name)
        if name and name not in STATUS and name not in shelves:
            shelves.append(name)
    positions = {}
    for match in POSITION.finditer(row["Bookshelves with positions"]):
        name = match[1].strip()
        positions[name] = int(match[2])
        if name == "to-read" and name not in shelves:
            shelves.append(name)
    other = {name: row[name] for name in UNKEPT if row.get(name)}
    surname = author.rsplit(" ", 1)
    if row["Author l-f"] not in (author, f"{surname[-1]}, {surname[0]}"):
        other["Author l-f"] = row["Author l-f"]
    for name in ("ISBN", "ISBN13"):
        written = bare(row[name])
        if written and written != book["isbn"]:
            other[name] = written
    if row["Bookshelves"] and row["Bookshelves"] != "".join(shelves):
        other["Bookshelves"] = row["Bookshelves"]
    if book["summary"] != row["My Review"]:
        other["My Review"] = row["My Review"]
    book["otherColumns"] = json.dumps(other, ensure_ascii=False) if other else None
    hashes = [f"{name}:{zlib.crc32(str(book[name]).encode()):x}" for name in FIELDS if book[name] is not None]
    hashes += [f"shelf:{zlib.crc32(name.encode()):x}" for name in shelves]
    book["lastImport"] = " ".join(hashes)
    return book, shelves, positions, int(row["Read Count"] or 0)


def main():
    path, store = sys.argv[1:3]
    connection = sqlite3.connect(store, isolation_level=None)
    os.chmod(store, 0o600)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.executescript(CREATE)
    connection.execute("BEGIN IMMEDIATE")
    known = {source: number for source, number in connection.execute("SELECT source, _id FROM Book")}
    shelf_numbers = dict(connection.execute("SELECT key, _id FROM Shelf"))
    today = (datetime.date.today() - EPOCH).days * 86400.0
    insertion = f"INSERT INTO Book ({', '.join(BOOK)}) VALUES ({', '.join('?' * len(BOOK))})"
    kept = [name for name in BOOK if name not in ("identifier", "source")]
    update = f"UPDATE Book SET {', '.join(name + '=?' for name in kept)} WHERE _id=?"
    placed = {}
    added = merged = skipped = 0
    with open(path, newline="", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            try:
                book, shelves, positions, count = values(row)
            except ValueError:
                skipped += 1
                continue
            if book["added"] is None:
                book["added"] = today
            place = known.get(book["source"])
            if place is not None:
                connection.execute(update, [book[name] for name in kept] + [place])
                merged += 1
            else:
                book["identifier"] = str(uuid.uuid4())
                place = connection.execute(insertion, [book[name] for name in BOOK]).lastrowid
                known[book["source"]] = place
                for _ in range(1, count):
                    connection.execute(
                        "INSERT INTO Reading (identifier, book, status) VALUES (?,?,?)",
                        (str(uuid.uuid4()), place, "completed"))
                added += 1
            for order, name in enumerate(shelves, 1):
                key = name.lower()
                if key not in shelf_numbers:
                    shelf_numbers[key] = connection.execute(
                        "INSERT INTO Shelf (identifier, name, key) VALUES (?,?,?)", (str(uuid.uuid4()), name, key)
                    ).lastrowid
                shelf = shelf_numbers[key]
                cursor = connection.execute(
                    "INSERT OR IGNORE INTO Book_shelves (book, shelf, book_order, shelf_order) VALUES (?1, ?2, ?3,"
                    " (SELECT coalesce(max(shelf_order), 0) + 1 FROM Book_shelves WHERE shelf = ?2))",
                    (place, shelf, order))
                if cursor.rowcount and name in positions:
                    placed.setdefault(shelf, []).append((positions[name], place))
    for shelf, books in placed.items():
        orders = [order for order, in connection.execute(
            "SELECT shelf_order FROM Book_shelves WHERE shelf = ? ORDER BY shelf_order", (shelf,))][-len(books):]
        connection.executemany(
            "UPDATE Book_shelves SET shelf_order = ? WHERE book = ? AND shelf = ?",
            [(order, book, shelf) for order, (_, book) in zip(orders, sorted(books))])
    connection.execute("COMMIT")
    connection.close()
    print(f"Added {added}, merged {merged}, skipped {skipped}.")


if __name__ == "__main__":
    main()

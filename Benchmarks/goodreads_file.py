#!/usr/bin/env python3
"""Prints a Goodreads library export of N rows; the output for the same N is always the same.

    goodreads_file.py [N]
"""
import csv
import random
import sys

COLUMNS = (
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies"
).split(",")
WORDS = (
    "Night Garden Silence Stone River Winter Glass Machine Letters Harbour Żółw Łąka Cień Ősz Vihar Könyv Ocean "
    "Shadow Bridge Moon Paper Fire Salt Kings Noc Wiatr"
).split()
AUTHORS = (
    "Stanisław Lem|Olga Tokarczuk|Magda Szabó|Ursula K. Le Guin|Italo Calvino|Géza Gárdonyi|Bolesław Prus|"
    "Virginia Woolf|Jorge Luis Borges|Toni Morrison"
).split("|")
SHELVES = ["read", "read", "read", "to-read", "to-read", "currently-reading"]


def rows(count):
    r = random.Random(20260101)
    for i in range(count):
        shelf = r.choice(SHELVES)
        title = " ".join(r.choice(WORDS) for _ in range(r.randint(1, 4))) + f" {i}"
        author = r.choice(AUTHORS)
        added = f"{r.randint(2015, 2024)}/{r.randint(1, 12):02}/{r.randint(1, 28):02}"
        read = f"2025/{r.randint(1, 12):02}/{r.randint(1, 28):02}" if shelf == "read" and i % 3 else ""
        review = f'It is <i>good</i>.<br/>"Really", number {i}, with a comma.' if i % 5 == 0 else ""
        yield [
            100000 + i, title, author, author, "", '=""', f'="{9780000000000 + i}"', r.randint(0, 5) if read else 0,
            "4.00", "", "Paperback", r.randint(80, 900), 2000, 1990, read, added, "", "", shelf, review, "", "",
            1 if shelf == "read" else 0, 0,
        ]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    writer = csv.writer(sys.stdout)
    writer.writerow(COLUMNS)
    writer.writerows(rows(count))


if __name__ == "__main__":
    main()

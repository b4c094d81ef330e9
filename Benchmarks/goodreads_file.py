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
PUBLISHERS = ["Wydawnictwo Literackie", "Penguin", "Európa", "Gollancz"]
OTHERS = ["Antonia Lloyd-Jones", "Len Rix", "Clare Cavanagh"]
TAGS = ["favourites", "sci-fi", "borrowed", "book-club"]
EXCLUSIVE = ["read", "read", "read", "to-read", "to-read", "currently-reading"]


def rows(count):
    r = random.Random(20260101)
    for i in range(count):
        shelf = r.choice(EXCLUSIVE)
        title = " ".join(r.choice(WORDS) for _ in range(r.randint(1, 4))) + f" {i}"
        author = r.choice(AUTHORS)
        added = f"{r.randint(2015, 2024)}/{r.randint(1, 12):02}/{r.randint(1, 28):02}"
        read = f"2025/{r.randint(1, 12):02}/{r.randint(1, 28):02}" if shelf == "read" and i % 3 else ""
        review = f'It is <i>good</i>.<br/>"Really", number {i}, with a comma.' if i % 5 == 0 else ""
        tags = [TAGS[i % 4]] if i % 3 == 0 else []
        if shelf != "read":
            tags.append(shelf)
        others = ", ".join(OTHERS[: i % 4]) if i % 7 == 0 else ""
        nine = f"{i:09}"
        surname = author.rsplit(" ", 1)
        yield [
            100000 + i, title, author, f"{surname[1]}, {surname[0]}", others, f'="{nine}{check_of_ten(nine)}"',
            f'="978{nine}{check_of_thirteen("978" + nine)}"', r.randint(0, 5) if read else 0, f"{3 + i % 200 / 100:.2f}",
            PUBLISHERS[i % 4] if i % 10 else "", "Paperback", r.randint(80, 900), 2000 + i % 20, 1950 + i % 50, read,
            added, ", ".join(tags), ", ".join(f"{tag} (#{i // 3 + 1})" for tag in tags), shelf, review, "",
            "A present." if i % 50 == 0 else "", 1 if shelf == "read" else 0, i % 2,
        ]


def check_of_ten(digits):
    """The check digit of an ISBN of ten digits."""
    rest = -sum((10 - place) * int(digit) for place, digit in enumerate(digits)) % 11
    return "X" if rest == 10 else str(rest)


def check_of_thirteen(digits):
    """The check digit of an ISBN of thirteen digits."""
    return str(-sum((3 if place % 2 else 1) * int(digit) for place, digit in enumerate(digits)) % 10)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    writer = csv.writer(sys.stdout)
    writer.writerow(COLUMNS)
    writer.writerows(rows(count))


if __name__ == "__main__":
    main()

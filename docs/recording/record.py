#!/usr/bin/env python3
"""Records the session at the top of README.md, as light.svg and dark.svg beside this script.

    docs/recording/record.py --programs DIR            runs the programs in DIR, and writes both pictures
    docs/recording/record.py --programs DIR --check    compares the pictures with what the programs print now

The script types the lines of SESSION into a shell in a pseudo-terminal. Everything in the pictures was on this
terminal; only the times between the keys are fixed. No command of the session prints something that depends on today's
date, so that a later run gives the same pictures. Needs Python 3 and bash.
"""

import argparse
import codecs
import csv
import difflib
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
import xml.etree.ElementTree
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
FIXTURE = HERE.parent.parent / "Tests/MyBooksTests/Fixtures/goodreads_library_export.csv"
ROWS, COLUMNS = 24, 80

# What is typed: a line, the prompt that follows, and the seconds until the next line. The line with Tab has three parts:
# the text before it, what the program completes, and the rest.
CLEAR = "\x0c"
SESSION = [
    ("mybooks import goodreads.csv", "$ ", 1.2),
    ("mybooks", "mybooks> ", 0.4),
    ("list --year 2020", "mybooks> ", 2.2),
    (("rate rose", 'rate "The Name of the Rose" ', "4.5"), "mybooks> ", 1),
    ("undo", "mybooks> ", 1.2),
    ("quit", "$ ", 0.3),
    (CLEAR, "$ ", 0.3),
    ("itour map 2025-04-06", "$ ", 2.2),
    (CLEAR, "$ ", 0.3),
    ("portfolio list 'due:<2031-12-01 or priority:high'", "$ ", 1.8),
    ("portfolio close flights", "$ ", 1.4),
    (CLEAR, "$ ", 0.3),
    ("moonshot missions --year 1969", "$ ", 1.2),
    ("moonshot timeline 11", "$ ", 3),
]
TITLE = "A session with mybooks, itour, portfolio and moonshot in a terminal"
DESCRIPTION = (
    "mybooks imports an export of Goodreads, lists the books read in 2020, among them 三体, completes a title with Tab, "
    "rates the book and undoes that. itour draws a map of a day in Kyoto. portfolio lists open issues and closes one. "
    "moonshot shows the missions of 1969 with their patches, and the timeline of Apollo 11.")

# Data that the session finds.
TRIP = """\
add Kyoto --date 2025-04-05 --end 2025-04-08
sight add "Nijō Castle" --at 35.0142,135.7481
sight add "Nishiki Market" --at 35.0050,135.7649
sight add Kiyomizu-dera --at 34.9949,135.7850
sight add Ginkaku-ji --at 35.0270,135.7982
sight schedule nij 2025-04-06 09:30
sight schedule nishiki 2025-04-06 12:00
sight schedule kiyo 2025-04-06 14:00
sight schedule gink 2025-04-06 16:00
"""
TASKS = """\
(A) 2024-03-01 Book the flights +travel due:2031-03-15
(B) 2024-03-02 Renew the passport +travel due:2031-05-01
(B) 2024-03-04 Prune the apple tree +garden due:2031-11-20
2024-03-05 Learn ten words of Hungarian +travel
x 2024-03-09 2024-03-03 Write to Uncle Józef +home
"""


class Screen:
    """The screen of a terminal: what xterm shows for the sequences that the shell and the programs write."""

    def __init__(self):
        self.rows = [self.blank() for _ in range(ROWS)]
        self.row = self.column = 0
        self.wraps = False  # The last column is written; the next character goes to the next row.
        self.style = ()
        self.saved = (0, 0)
        self.pending = ""

    @staticmethod
    def blank():
        return [(" ", ())] * COLUMNS

    def write(self, text):
        """Writes output, in which a sequence may be incomplete at the end."""
        text = self.pending + text
        self.pending = ""
        position = 0
        sequence = re.compile(
            r"\x1b\[([?>=]?)([0-9;]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b([^\[\]()])")
        while position < len(text):
            character = text[position]
            if character == "\x1b":
                match = sequence.match(text, position)
                if not match:
                    self.pending = text[position:]
                    return
                position = match.end()
                if match[3] and not match[1]:
                    self.control(match[3], [int(number or 0) for number in match[2].split(";")])
                elif match[4] == "7":
                    self.saved = (self.row, self.column)
                elif match[4] == "8":
                    self.row, self.column = self.saved
                continue
            position += 1
            if character == "\r":
                self.column, self.wraps = 0, False
            elif character == "\n":
                self.line_feed()
            elif character == "\b":
                self.column, self.wraps = max(0, self.column - 1), False
            elif character == "\t":
                self.column = min(COLUMNS - 1, (self.column // 8 + 1) * 8)
            elif character >= " ":
                self.put(character)

    def line_feed(self):
        self.wraps = False
        if self.row + 1 < ROWS:
            self.row += 1
        else:
            self.rows = self.rows[1:] + [self.blank()]

    def put(self, character):
        width = columns(character)
        if width == 0:
            column = max(0, self.column - (0 if self.wraps else 1))
            old, style = self.rows[self.row][column]
            self.rows[self.row][column] = (old + character, style)
            return
        if self.wraps or self.column + width > COLUMNS:
            self.column = 0
            self.line_feed()
        self.rows[self.row][self.column] = (character, self.style)
        if width == 2:
            self.rows[self.row][self.column + 1] = ("", self.style)
        self.column += width
        if self.column == COLUMNS:
            self.column, self.wraps = COLUMNS - 1, True

    def control(self, final, numbers):
        row = self.rows[self.row]
        count = max(1, numbers[0])
        self.wraps = self.wraps and final == "m"
        if final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(ROWS - 1, self.row + count)
        elif final == "C":
            self.column = min(COLUMNS - 1, self.column + count)
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final == "G":
            self.column = min(COLUMNS, count) - 1
        elif final in "Hf":
            self.row = min(ROWS, count) - 1
            self.column = min(COLUMNS, max(1, (numbers + [1])[1])) - 1
        elif final == "J":
            if numbers[0] == 0:
                row[self.column:] = self.blank()[self.column:]
                self.rows[self.row + 1:] = [self.blank() for _ in self.rows[self.row + 1:]]
            elif numbers[0] == 2:
                self.rows = [self.blank() for _ in range(ROWS)]
        elif final == "K":
            if numbers[0] == 0:
                row[self.column:] = self.blank()[self.column:]
            elif numbers[0] == 1:
                row[:self.column + 1] = self.blank()[:self.column + 1]
            else:
                row[:] = self.blank()
        elif final == "P":
            row[self.column:] = row[self.column + count:] + self.blank()[:min(count, COLUMNS - self.column)]
        elif final == "@":
            row[self.column:] = ([(" ", ())] * count + row[self.column:])[:COLUMNS - self.column]
        elif final == "m":
            for number in numbers:
                self.render(number)
        elif final not in "hl":
            sys.exit(f"The recording doesn't know the sequence ESC[{numbers}{final}.")

    def render(self, number):
        """Changes the style of the following characters."""
        names = {1: "b", 2: "d", 4: "u"}
        if number == 0:
            self.style = ()
        elif number in names:
            self.style = tuple(sorted({*self.style, names[number]}))
        elif 30 <= number <= 37 or 90 <= number <= 97 or number == 39:
            others = [name for name in self.style if not name.startswith("c")]
            self.style = tuple(sorted(others + ([f"c{number}"] if number != 39 else [])))
        elif number == 22:
            self.style = tuple(name for name in self.style if name not in "bd")
        else:
            sys.exit(f"The recording doesn't know the style {number}.")

    def before_cursor(self):
        """The text to the left of the cursor."""
        return "".join(character for character, _ in self.rows[self.row][:self.column])

    def lines(self):
        return ["".join(character for character, _ in row).rstrip() for row in self.rows]


def columns(character):
    """The number of columns that a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Terminal:
    """A shell in a pseudo-terminal."""

    def __init__(self, home, environment):
        self.screen = Screen()
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(home)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"], environment)

    def send(self, keys):
        os.write(self.descriptor, keys.encode())

    def expect(self, text):
        """Reads output until a text is all that is to the left of the cursor."""
        deadline = time.monotonic() + 60
        while True:
            ready, _, _ = select.select([self.descriptor], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                sys.exit(f"“{text}” doesn't appear:\n" + "\n".join(self.screen.lines()))
            self.screen.write(self.decoder.decode(os.read(self.descriptor, 65536)))
            if not self.screen.pending and self.screen.before_cursor() == text:
                return

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)


def prepare(home, environment):
    """Writes the files that the session imports, and fills the stores of itour and portfolio."""
    with open(FIXTURE, encoding="utf-8-sig", newline="") as file:
        records = list(csv.reader(file))
    with open(home / "goodreads.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        rating, review = records[0].index("My Rating"), records[0].index("My Review")
        for position, fields in enumerate(records):
            # For the tests, the last rows of the fixture contain mistakes, and the reviews contain markup.
            if fields[0].startswith("500"):
                continue
            if position:
                fields[review] = ""
                # The fixture has only one rating.
                fields[rating] = str(len(fields[1]) % 3 + 3) if fields[rating] == "3" else fields[rating]
            writer.writerow(fields)
    (home / "trip").write_text(TRIP, encoding="utf-8")
    (home / "todo.txt").write_text(TASKS, encoding="utf-8")
    for command in [["itour", "-f", "trip"], ["portfolio", "import", "todo.txt"]]:
        subprocess.run(command, cwd=home, env=environment, check=True, stdout=subprocess.DEVNULL)


def record(programs):
    """Runs the session. Returns the screens with their times in seconds, and the length of the recording.

    A screen is (time, rows, row of the cursor, column of the cursor)."""
    frames = []
    now = 0.0
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        environment = {
            "HOME": folder, "PATH": f"{programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "TZ": "UTC", "PAGER": "cat", "PS1": "$ ", "HISTFILE": ""}
        prepare(home, environment)
        terminal = Terminal(home, environment)
        screen = terminal.screen

        def keep():
            frames.append((now, [list(row) for row in screen.rows], screen.row, screen.column))

        def type_key(key, shown):
            nonlocal now
            terminal.send(key)
            terminal.expect(shown)
            keep()
            now += 0.03

        try:
            prompt = "$ "
            terminal.expect(prompt)
            keep()
            now += 0.6
            for line, following, pause in SESSION:
                if line == CLEAR:
                    terminal.send(CLEAR)
                else:
                    before, completed, after = (line, None, "") if isinstance(line, str) else line
                    typed = prompt
                    for character in before:
                        type_key(character, typed := typed + character)
                    if completed:
                        now += 0.4
                        type_key("\t", typed := prompt + completed)
                        now += 0.4
                    for character in after:
                        type_key(character, typed := typed + character)
                    now += 0.2
                    terminal.send("\r")
                prompt = following
                terminal.expect(prompt)
                keep()
                now += pause
        finally:
            terminal.close()
    return frames, now


# The pictures

CELL, LINE, SIZE, MARGIN = 8.4, 18, 14, 14
SCHEMES = {
    "light": {
        "back": "#f6f8fa", "edge": "#d0d7de", "text": "#1f2328", "cursor": "#57606a",
        "c30": "#1f2328", "c31": "#b3202c", "c32": "#116329", "c33": "#7d4e00", "c34": "#0550ae", "c35": "#7a3fc4",
        "c36": "#0b6070", "c37": "#57606a", "c90": "#57606a"},
    "dark": {
        "back": "#0d1117", "edge": "#30363d", "text": "#e6edf3", "cursor": "#8b949e",
        "c30": "#8b949e", "c31": "#ff7b72", "c32": "#56d364", "c33": "#e3b341", "c34": "#79c0ff", "c35": "#d2a8ff",
        "c36": "#56d4dd", "c37": "#c9d1d9", "c90": "#8b949e"},
}


def contrast(one, other):
    """The contrast of two colours as WCAG 2 defines it."""
    def luminance(color):
        parts = [int(color[index:index + 2], 16) / 255 for index in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def kind(character):
    """Characters of different kinds may come from different fonts, so that each kind gets its own width."""
    if columns(character[:1]) == 2:
        return "wide"
    return "text" if character[0] < "\u2190" and unicodedata.category(character[0]) != "So" else "symbol"


def texts(row, y):
    """The text elements of a row. Each has the exact width of its cells, whatever the font."""
    runs = []  # [column, text, columns, style, kind]
    for column, (character, style) in enumerate(row):
        if character == "":
            continue
        if character == " " and "u" not in style:
            # A single space stays within its text; more spaces separate two texts.
            if runs and runs[-1][0] + runs[-1][2] == column and runs[-1][4] == "text" and runs[-1][3] == style:
                if not runs[-1][1].endswith(" "):
                    runs[-1][1] += " "
                    runs[-1][2] += 1
            continue
        this = kind(character)
        width = columns(character[0])
        if runs and runs[-1][0] + runs[-1][2] == column and runs[-1][3:] == [style, this]:
            runs[-1][1] += character
            runs[-1][2] += width
        else:
            runs.append([column, character, width, style, this])
    elements = []
    for column, text, width, style, _ in runs:
        stripped = text.rstrip(" ")
        width -= len(text) - len(stripped)
        if not stripped:
            continue
        names = f' class="{" ".join(style)}"' if style else ""
        elements.append(
            f'<text{names} x="{number(column * CELL)}" y="{y}" textLength="{number(width * CELL)}"'
            f' lengthAdjust="spacingAndGlyphs">{escape(stripped)}</text>')
    return "".join(elements)


def width_of(row):
    """The number of columns up to the last character of a row."""
    return max([index + 1 for index, (character, _) in enumerate(row) if character != " "], default=0)


def elements(frames, length):
    """Yields (row, cells, begin, end, reveals): a row that stays the same from begin to end.

    A line that only grows while it is typed is one element; reveals are the times and columns of the cursor in it."""
    for index in range(ROWS):
        current = None
        for time_, rows, cursor_row, cursor_column in frames:
            row = rows[index]
            reveal = (time_, cursor_column if cursor_row == index else None)
            if current:
                old = current[0]
                grows = row[:width_of(old)] == old[:width_of(old)]
                typed = current[2] and current[2][-1][1] is not None
                if row == old or grows and typed and cursor_row == index:
                    current[0] = row
                    if current[2] and current[2][-1][1] != reveal[1] or not current[2] and reveal[1] is not None:
                        current[2].append(reveal)
                    continue
                if width_of(old):
                    yield index, old, current[1], time_, current[2]
            current = [row, time_, [reveal] if reveal[1] is not None else []]
        if current and (width_of(current[0]) or current[2]):
            yield index, current[0], current[1], length, current[2]


def picture(frames, length, scheme):
    """Returns the animated SVG."""
    colors = SCHEMES[scheme]
    for name, color in colors.items():
        if name not in ("back", "edge") and contrast(color, colors["back"]) < 4.5:
            sys.exit(f"{scheme}: the contrast of {name} is only {contrast(color, colors['back']):.1f}")
    keyframes, body, names = [], {}, {}

    def percent(time_):
        return f"{number(time_ / length * 100)}%"

    for row, cells, begin, end, reveals in elements(frames, length):
        y = row * LINE + SIZE
        content = texts(cells, y)
        if reveals:
            # A rectangle in the colour of the background covers what isn't typed yet, and the cursor is at its left.
            name = f"r{len(keyframes)}"
            steps, last = [], None
            for time_, column in reveals:
                last = COLUMNS + 2 if column is None else column
                steps.append(f"{percent(time_)}{{transform:translateX({number(last * CELL)}px)}}")
            keyframes.append(f"@keyframes {name}{{{''.join(steps)}}}")
            content += (
                f'<g style="transform:translateX({number(last * CELL)}px);animation-name:{name}">'
                f'<use href="#cover" y="{row * LINE}"/></g>')
        body.setdefault((begin, end), []).append(content)
    groups = []
    for (begin, end), contents in sorted(body.items()):
        stays = end == length
        if begin == 0 and stays:
            groups.append(f"<g>{''.join(contents)}</g>")
            continue
        name = names.setdefault((begin, end), f"v{len(names)}")
        first = "" if begin == 0 else "0%{visibility:hidden}"
        last = "" if stays else f"{percent(end)}{{visibility:hidden}}"
        keyframes.append(f"@keyframes {name}{{{first}{percent(begin)}{{visibility:visible}}{last}}}")
        shown = "" if stays else "visibility:hidden;"
        groups.append(f'<g style="{shown}animation-name:{name}">{"".join(contents)}</g>')
    used = {name for row in frames for cells in row[1] for _, style in cells for name in style}
    palette = "".join(f".{name}{{fill:{color}}}" for name, color in colors.items() if name in used)
    wide, high = COLUMNS * CELL, ROWS * LINE
    full_width, full_height = number(wide + 2 * MARGIN), number(high + 2 * MARGIN)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" \
width="{full_width}" height="{full_height}" aria-labelledby="title desc">
<title id="title">{escape(TITLE)}</title>
<desc id="desc">{escape(DESCRIPTION)}</desc>
<style>
text{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;\
fill:{colors["text"]};white-space:pre}}
.b{{font-weight:bold}}.u{{text-decoration:underline}}{palette}
g{{animation:{number(length)}s step-end infinite}}
{chr(10).join(keyframes)}
@media(prefers-reduced-motion:reduce){{g{{animation:none!important}}}}
</style>
<defs><g id="cover"><rect width="{number(wide + 2 * CELL)}" height="{LINE}" fill="{colors["back"]}"/>\
<rect width="{number(CELL)}" height="{LINE}" fill="{colors["cursor"]}"/></g></defs>
<rect x=".5" y=".5" width="{number(wide + 2 * MARGIN - 1)}" height="{number(high + 2 * MARGIN - 1)}" rx="8" \
fill="{colors["back"]}" stroke="{colors["edge"]}"/>
<svg x="{MARGIN}" y="{MARGIN}" width="{number(wide)}" height="{number(high)}">
{chr(10).join(groups)}
</svg>
</svg>
"""


def shown_texts(source):
    """The texts of a picture in their order. A version number stands for every version."""
    root = xml.etree.ElementTree.fromstring(source)
    found = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    return [re.sub(r"^(mybooks) \d+\.\d+\.\d+$", r"\1 VERSION", text) for text in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the built programs")
    parser.add_argument("--check", action="store_true", help="compare the pictures with a new run; write nothing")
    arguments = parser.parse_args()
    for name in ["mybooks", "itour", "portfolio", "moonshot"]:
        if not os.access(arguments.programs / name, os.X_OK):
            sys.exit(f"There is no program “{arguments.programs / name}”. Build it first.")
    frames, length = record(arguments.programs.resolve())
    status = 0
    for scheme in SCHEMES:
        path = HERE / f"{scheme}.svg"
        new = picture(frames, length, scheme)
        if not arguments.check:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: {len(new.encode()) / 1000:.0f} kB, {length:.0f} seconds")
            continue
        old = path.read_text(encoding="utf-8")
        difference = list(difflib.unified_diff(
            shown_texts(old), shown_texts(new), "in the picture", "printed now", lineterm=""))
        if difference:
            print(f"{path.name} is out of date. Record it again with docs/recording/record.py --programs DIR.",
                  *difference, sep="\n", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())

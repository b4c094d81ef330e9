#!/usr/bin/env python3
"""Measures waiting times at the terminal, and prints milliseconds and ratios (minimum / median of the pairs).

    shell.py [--mybooks PATH] [--runs N]

PATH is a release build (see README.md in this folder). It measures the time from the start to the prompt, compared with
`sqlite3` and `python3 -c ''`; the first answer to Tab on 1,000, 10,000 and 100,000 titles; and rendering 10,000 rows as
a table, compared with Python's `rich` if it is installed (`pip install rich`).
"""
import argparse
import os
import pty
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
import fcntl

HERE = os.path.dirname(os.path.abspath(__file__))
PROMPT = b"mybooks> "
RICH = """
import json, sys
from rich.console import Console
from rich.table import Table
rows = json.load(open(sys.argv[1]))
table = Table("#", "Status", "Title", "Author", "Rating")
for row in rows:
    table.add_row(str(row["number"]), row["status"], row["title"], row["author"], str(row["rating"] or ""))
Console(width=120).print(table)
"""


class Terminal:
    """A program in a pseudo-terminal."""

    # How many seconds to wait for output.
    patience = 30

    def __init__(self, command, environment):
        self.begin = time.perf_counter()
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.seen = b""

    def wait(self, text, since):
        """Waits for a text; returns the seconds since a time."""
        while text not in self.seen:
            if not select.select([self.file], [], [], self.patience)[0]:
                sys.exit(f"{text!r} did not appear in {self.seen[-500:]!r}")
            self.seen += os.read(self.file, 1 << 16)
        return time.perf_counter() - since

    def answer(self, keys, text):
        self.seen = b""
        begin = time.perf_counter()
        os.write(self.file, keys)
        return self.wait(text, begin)

    def close(self):
        os.close(self.file)
        os.waitpid(self.process, 0)

    def end(self):
        """Waits until the program ends; returns its processor time in seconds."""
        try:
            while os.read(self.file, 1 << 16):
                pass
        except OSError:
            pass  # The terminal is closed.
        os.close(self.file)
        _, status, usage = os.wait4(self.process, 0)
        if status != 0:
            sys.exit(f"the program ended with {os.waitstatus_to_exitcode(status)}")
        return usage.ru_utime + usage.ru_stime


def timed(command, environment):
    begin = time.perf_counter()
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def show(name, seconds, against=None):
    line = f"{name}: {min(seconds) * 1000:.1f} ms minimum, {statistics.median(seconds) * 1000:.1f} ms median"
    if against:
        ratios = [a / b for a, b in zip(seconds, against[1])]
        line += f"; {min(ratios):.2f} / {statistics.median(ratios):.2f} times {against[0]}"
    print(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mybooks", default=os.path.join(HERE, "..", ".build", "release", "mybooks"))
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    mybooks = os.path.abspath(options.mybooks)
    folder = tempfile.mkdtemp()
    environment = {
        "HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", "PAGER": "cat",
        "COLUMNS": "120",
    }
    try:
        stores = {}
        for count in (1000, 10000, 100000):
            rows = os.path.join(folder, f"{count}.csv")
            with open(rows, "w") as file:
                subprocess.run(
                    [sys.executable, os.path.join(HERE, "goodreads_file.py"), str(count)], stdout=file, check=True)
            stores[count] = os.path.join(folder, f"{count}.store")
            timed([mybooks, "--store", stores[count], "import", rows], environment)

        starts, sqlite, python = [], [], []
        for _ in range(options.runs):
            terminal = Terminal([mybooks, "--store", stores[1000]], environment)
            starts.append(terminal.wait(PROMPT, terminal.begin))
            terminal.close()
            other = Terminal(["sqlite3", stores[1000]], environment)
            sqlite.append(other.wait(b"sqlite> ", other.begin))
            other.close()
            python.append(timed([sys.executable, "-c", ""], environment))
        show("start to prompt", starts, ("sqlite3", sqlite))
        show("python3 -c ''", python)

        before = None
        for count, store in stores.items():
            title = subprocess.run(
                [mybooks, "--store", store, "show", "7", "--csv"], env=environment, capture_output=True, text=True,
                check=True).stdout.splitlines()[1].split(",")[1].strip('"')
            firsts, others, lists = [], [], []
            for _ in range(options.runs):
                terminal = Terminal([mybooks, "--store", store], environment)
                terminal.wait(PROMPT, terminal.begin)
                # The mark # is shown when Tab is done, whether it has changed the line or not.
                typed = title.lower().replace(" ", "\\ ").encode()
                firsts.append(terminal.answer(b"show " + typed + b"\t#", b"#"))
                others.append(terminal.answer(b"\x15show " + typed + b"\t#", b"#"))
                lists.append(terminal.answer(b"\x15show \t\t", "… +".encode()))
                terminal.close()
            name = f"{count:,} titles"
            show(f"Tab on {name}, the first", firsts, before and (before[0], before[1]))
            show(f"Tab on {name}, the next", others, before and (before[0], before[2]))
            show(f"Tab Tab on {name}, with nothing typed", lists, before and (before[0], before[3]))
            before = (name, firsts, others, lists)

        listed = os.path.join(folder, "rows.json")
        with open(listed, "w") as file:
            subprocess.run(
                [mybooks, "--store", stores[10000], "list", "--json"], env=environment, stdout=file, check=True)
        try:
            timed([sys.executable, "-c", "import rich"], environment)
        except subprocess.CalledProcessError:
            print("rendering against rich: skipped, rich isn't installed")
            return
        ours, theirs = [], []
        for _ in range(options.runs):
            ours.append(
                timed([mybooks, "--store", stores[10000], "--format", "table", "list"], environment))
            theirs.append(timed([sys.executable, "-c", RICH, listed], environment))
        show("10,000 rows read, sorted and rendered", ours, ("rich", theirs))
        show("rich, from JSON", theirs)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

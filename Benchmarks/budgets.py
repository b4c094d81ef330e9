#!/usr/bin/env python3
"""Counts the instructions and system calls of the main operations, and compares them with their budgets.

    budgets.py [OPERATION ...] [--programs DIR] [--jobs N]
    budgets.py [OPERATION ...] --update [--raise]     rewrites budgets.json
    budgets.py [OPERATION ...] --spread N             measures N times, and prints how far the counts vary
    budgets.py [OPERATION ...] --times                prints processor times as a table; compares nothing
    budgets.py --times --update                       writes that table to README.md
    budgets.py --list | --check-history | --self-test

OPERATION is a part of a name in budgets.json; without one, all operations are measured. DIR contains the optimised
programs and benchmarks (default: .build-optimised, as .ci/optimised builds them). README.md in this folder explains how
to read a failure and how to change a budget.

Exit code: 0 if every operation is within its budget, 1 if one is more than 5 % above it or fails, 3 if valgrind or
strace is missing or the budgets are those of another kind of machine, so that nothing or not everything is compared.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
FILE = os.path.join(HERE, "budgets.json")
ROOT = os.path.dirname(HERE)

ABOUT = [
    "The budgets of the main operations: counts of the optimised programs on fixed inputs.",
    "Benchmarks/budgets.py fails if a count is more than 5 % above its budget; --update rewrites the file.",
    "A budget is raised only by a commit that says why, in a line that begins with “Budget:” (README.md).",
]
# A count that differs from its budget by more than this share is reported.
TOLERANCE = 0.05
# --update keeps a budget if the count differs from it by less than this share.
NOISE = 0.01
COUNTS = ("instructions", "writes", "opens", "fsyncs")
SYSTEM_CALLS = {
    "write": "writes", "pwrite64": "writes", "writev": "writes", "pwritev": "writes", "pwritev2": "writes",
    "open": "opens", "openat": "opens", "openat2": "opens",
    "fsync": "fsyncs", "fdatasync": "fsyncs",
}


class Failure(Exception):
    """An operation that could not be measured."""


# MARK: Comparing


def compare(budgets, measured):
    """Returns rows (operation, count, budget, now, verdict) for each measured count.

    The verdict is "above" or "below" if the count differs from its budget by more than the tolerance, "new" if there is
    no budget, and else "within".
    """
    rows = []
    for operation, counts in measured.items():
        for count, now in counts.items():
            budget = budgets.get(operation, {}).get(count)
            if budget is None:
                verdict = "new"
            elif now > budget * (1 + TOLERANCE):
                verdict = "above"
            elif now < budget * (1 - TOLERANCE):
                verdict = "below"
            else:
                verdict = "within"
            rows.append((operation, count, budget, now, verdict))
    return rows


def updated(budgets, measured, raising):
    """Returns new budgets, and the rows of those that were not raised because `raising` is false.

    A budget changes only by more than the noise. Otherwise, many small changes would raise it without a word.
    """
    result = {operation: dict(counts) for operation, counts in budgets.items()}
    kept = []
    for operation, count, budget, now, verdict in compare(budgets, measured):
        if budget is not None and abs(now - budget) <= budget * NOISE:
            continue
        if budget is not None and now > budget and not raising:
            kept.append((operation, count, budget, now, verdict))
            continue
        result.setdefault(operation, {})[count] = now
    for operation, counts in measured.items():
        # A count that is no longer measured has no budget.
        result[operation] = {count: result[operation][count] for count in COUNTS if count in counts}
    return result, kept


def raised(before, after):
    """Returns the names of the budgets that are higher in `after`."""
    return [
        f"{operation}: {count}" for operation, counts in after.items() for count, budget in counts.items()
        if budget > before.get(operation, {}).get(count, budget)
    ]


def change(budget, now):
    if budget is None:
        return "new"
    return f"{(now - budget) / budget:+.1%}" if budget else f"{now - budget:+d}"


def table(rows):
    """Returns aligned text columns for rows as `compare` returns them."""
    lines = [("operation", "count", "budget", "now", "change", "")]
    for operation, count, budget, now, verdict in rows:
        lines.append((
            operation, count, "" if budget is None else f"{budget:,}", f"{now:,}", change(budget, now),
            {"above": "ABOVE", "below": "below"}.get(verdict, "")))
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in (0, 1, 5) else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines)


def report(budgets, measured, conditions, now_conditions):
    """Prints the comparison; returns whether every count is within its budget."""
    rows = compare(budgets, measured)
    print(table(rows))
    above = [row for row in rows if row[4] == "above"]
    below = [row for row in rows if row[4] == "below"]
    if below:
        print("\nMore than 5 % below the budget; lower it with --update: " + ", ".join(sorted({row[0] for row in below})))
    if any(row[4] == "new" for row in rows):
        print("\nSome counts have no budget yet: add them with --update.")
    if above:
        print(f"\nMore than 5 % above the budget: {', '.join(sorted({row[0] for row in above}))}")
        print("Benchmarks/README.md explains how to find the cause and, if it is intended, how to raise the budget.")
        for name, value in conditions.items():
            if now_conditions.get(name, value) != value:
                print(f"Measured with {name} {now_conditions[name]}; the budgets are those of {value}.")
    else:
        print("\nEvery operation is within its budget.")
    return not above


# MARK: Measuring


class Bench:
    """A folder with the inputs of the operations, and ways to run a program in fixed conditions."""

    def __init__(self, programs, only_times=False):
        self.programs = os.path.abspath(programs)
        self.folder = tempfile.mkdtemp(prefix="budgets-", dir="/tmp")
        self.home = self.path("home")
        self.temporary = self.path("tmp")
        os.mkdir(self.home)
        os.mkdir(self.temporary)
        self.lock = threading.Lock()
        self.inputs = {}
        self.number = 0
        self.environment = {
            "HOME": self.home, "PATH": os.environ["PATH"], "TMPDIR": self.temporary, "SQLITE_TMPDIR": self.temporary,
            "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm", "COLUMNS": "120", "LINES": "40", "PAGER": "cat",
            # The order of Swift's sets, and the number of event-loop threads of the server.
            "SWIFT_DETERMINISTIC_HASHING": "1", "NIO_SINGLETON_GROUP_LOOP_COUNT": "1",
            "NIO_SINGLETON_BLOCKING_POOL_THREAD_COUNT": "1",
        }
        clock = self.fixed_clock()
        if clock:
            self.environment["LD_PRELOAD"] = clock

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def new(self, name):
        """Returns the path of a new folder."""
        with self.lock:
            self.number += 1
            path = self.path(f"{name}-{self.number:04}")
        os.mkdir(path)
        return path

    def program(self, name):
        """Returns the path of a copy of a program without debug information, which valgrind can't always read."""
        path = os.path.join(self.programs, name)
        if not os.access(path, os.X_OK):
            raise Failure(f"{path} is not built; .ci/budgets builds it")
        strip = next(filter(None, map(shutil.which, ("strip", "llvm-strip"))), None)
        if not strip:
            return path

        def make(copy):
            os.mkdir(copy)
            subprocess.run([strip, "--strip-debug", "-o", os.path.join(copy, name), path], check=True)
        return os.path.join(self.input("program-" + name, make), name)

    def fixed_clock(self):
        compiler = next(filter(None, map(shutil.which, ("clang", "cc", "gcc"))), None)
        library = self.path("fixed_clock.so")
        made = compiler and subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "fixed_clock.c")]).returncode == 0
        if not made:
            print("no C compiler: the time of day is not fixed, so counts may vary a little", flush=True)
        return library if made else None

    # MARK: Inputs

    def input(self, name, make):
        """Returns the path of an input, which `make` creates once, at this path."""
        with self.lock:
            entry = self.inputs.setdefault(name, (threading.Lock(), []))
        with entry[0]:
            if not entry[1]:
                path = self.path("input-" + name)
                make(path)
                entry[1].append(path)
        return entry[1][0]

    def generated(self, name, script, *arguments):
        """Returns the output of a script in this folder."""
        def make(path):
            with open(path, "w") as file:
                subprocess.run(
                    [sys.executable, os.path.join(HERE, script), *map(str, arguments)], stdout=file, check=True)
        return self.input(name, make)

    def goodreads(self, count):
        return self.generated(f"books-{count}.csv", "goodreads_file.py", count)

    def points(self, count):
        return self.generated(f"points-{count}.json", "points_file.py", count)

    def issues(self, count):
        from portfolio import issues

        def make(path):
            with open(path, "w") as file:
                json.dump(issues(count, 200), file)
        return self.input(f"issues-{count}.json", make)

    def plans(self, count):
        from itour import plans
        return self.input(f"plans-{count}.json", lambda path: plans(path, count, 10))

    def missions(self, count):
        from moonshot import generate

        def make(path):
            os.mkdir(path)
            generate(path, count, count // 20)
        return self.input(f"missions-{count}", make)

    def store(self, name, program, *steps):
        """Returns the path of a folder with a store, on which the program ran the steps."""
        def make(path):
            os.mkdir(path)
            for step in steps:
                self.run([self.program(program), "--store", os.path.join(path, "store"), *step])
        return self.input("store-" + name, make)

    def books(self, count):
        return self.store(f"books-{count}", "mybooks", ["import", self.goodreads(count)])

    # MARK: Runs

    def run(self, command, wrapper=(), **options):
        """Runs a command to its end; returns its output and its processor time."""
        with tempfile.TemporaryFile(dir=self.folder) as output, tempfile.TemporaryFile(dir=self.folder) as errors:
            process = subprocess.Popen(
                [*wrapper, *command], env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                cwd=self.home, **options)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        if process.returncode != 0:
            words = " ".join([os.path.basename(command[0]), *command[1:]])
            raise Failure(f"{words} ended with {process.returncode}: {texts[1][-2000:] or texts[0][-2000:]}")
        return texts[0], usage.ru_utime + usage.ru_stime

    def callgrind(self, *options):
        """Returns a wrapper that counts instructions, and the path of its result."""
        path = os.path.join(self.new("callgrind"), "out")
        return ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={path}", *options], path

    @staticmethod
    def total(path):
        with open(path) as file:
            for line in file:
                if line.startswith("totals:"):
                    return int(line.split()[1])
        raise Failure(f"callgrind wrote no total to {path}")

    def instructions(self, command):
        wrapper, result = self.callgrind()
        self.run(command, wrapper)
        return self.total(result)

    def system_calls(self, command):
        """Returns the numbers of writes to files, opens and fsyncs.

        Opens of libraries and of the system's settings don't count, because they depend on the machine.
        """
        log = os.path.join(self.new("strace"), "log")
        names = ",".join("?" + name for name in SYSTEM_CALLS)
        self.run(command, ["strace", "-f", "-y", "-qq", "-o", log, "-e", "trace=" + names, "-e", "signal=none"])
        counts = {"writes": 0, "opens": 0, "fsyncs": 0}
        # With -y, a file descriptor is followed by its path; those of pipes and events don't begin with a slash.
        call = re.compile(r"(?:\d+ +)?(\w+)\((\d+</)?")
        system = re.compile(r'"(?:/lib|/usr|/etc|/opt|/proc|/sys|[^"]*\.so[".])')
        with open(log, errors="replace") as file:
            for line in file:
                found = call.match(line)
                kind = found and SYSTEM_CALLS.get(found.group(1))
                if kind and (not system.search(line) if kind == "opens" else found.group(2)):
                    counts[kind] += 1
        return counts


class Command:
    """A command line of a program, from its start to its end, on a fresh copy of a store."""

    def __init__(self, name, program, arguments, store=None, call_runs=0):
        """Creates an operation.

        :param arguments: A list, or a function of the bench that returns one.
        :param store: A function of the bench that returns a folder with a store. Default: a new store.
        :param call_runs: In how many runs the system calls are counted; the least counts are taken. A page more or
            less is written if random identifiers are stored in other places of an index.
        """
        self.names = [name]
        self.program = program
        self.arguments = arguments
        self.store = store
        self.call_runs = call_runs

    def command(self, bench):
        folder = bench.new("run")
        if self.store:
            os.rmdir(folder)
            shutil.copytree(self.store(bench), folder)
        arguments = self.arguments(bench) if callable(self.arguments) else self.arguments
        return [bench.program(self.program), "--store", os.path.join(folder, "store"), *arguments]

    def measure(self, bench, tools):
        counts = {}
        if "valgrind" in tools:
            counts["instructions"] = bench.instructions(self.command(bench))
        if "strace" in tools and self.call_runs:
            runs = [bench.system_calls(self.command(bench)) for _ in range(self.call_runs)]
            counts.update({count: min(run[count] for run in runs) for count in runs[0]})
        return {self.names[0]: counts}

    def times(self, bench, runs):
        """Returns the least processor time of some runs, in seconds."""
        return {self.names[0]: min(bench.run(self.command(bench))[1] for _ in range(runs))}


class Parts:
    """A benchmark that prints the name of each part when it ends, and its processor time (`endPart`)."""

    def __init__(self, program, arguments, parts):
        self.program = program
        self.arguments = arguments
        self.parts = parts
        self.names = list(parts.values())

    def command(self, bench):
        return [bench.program(self.program), *self.arguments]

    def measure(self, bench, tools):
        if "valgrind" not in tools:
            return {}
        wrapper, result = bench.callgrind("--dump-before=*endPart*")
        output, _ = bench.run(self.command(bench), wrapper)
        counts = {}
        for number, line in enumerate(output.splitlines(), 1):
            name = self.parts.get(line.split("\t")[0])
            if name:
                counts[name] = {"instructions": bench.total(f"{result}.{number}")}
        return self.complete(counts)

    def times(self, bench, runs):
        best = {}
        for _ in range(runs):
            for line in bench.run(self.command(bench))[0].splitlines():
                part, seconds = line.split("\t")
                if part in self.parts:
                    name = self.parts[part]
                    best[name] = min(float(seconds), best.get(name, float(seconds)))
        return self.complete(best)

    def complete(self, results):
        missing = [name for name in self.names if name not in results]
        if missing:
            raise Failure(f"{self.program} did not measure {', '.join(missing)}")
        return results


class Difference:
    """An operation within a longer run: the difference between a run with it and one without it."""

    def __init__(self, name):
        self.names = [name]

    def measure(self, bench, tools):
        if "valgrind" not in tools:
            return {}
        counts = []
        for doing in (True, False):
            wrapper, result = bench.callgrind()
            self.run(bench, wrapper, doing)
            counts.append(bench.total(result))
        return {self.names[0]: {"instructions": counts[0] - counts[1]}}

    def times(self, bench, runs):
        best = [min(self.run(bench, [], doing) for _ in range(runs)) for doing in (True, False)]
        return {self.names[0]: best[0] - best[1]}


class Completion(Difference):
    """The first Tab after a title at the prompt."""

    def __init__(self, name, count):
        super().__init__(name)
        self.count = count

    def run(self, bench, wrapper, doing):
        from shell import PROMPT, Terminal

        class Patient(Terminal):
            patience = 600

        store = os.path.join(bench.new("run"), "copy")
        shutil.copytree(bench.books(self.count), store)
        command = [bench.program("mybooks"), "--store", os.path.join(store, "store")]
        title = bench.run([*command, "show", "7", "--csv"])[0].splitlines()[1].split(",")[1].strip('"')
        terminal = Patient([*wrapper, *command], bench.environment)
        terminal.wait(PROMPT, terminal.begin)
        typed = title.lower().replace(" ", "\\ ").encode()
        terminal.answer(b"show " + typed, typed[-8:])
        # The mark is shown when Tab is done, whether it has changed the line or not.
        terminal.answer(b"\t#" if doing else b"#", b"#")
        os.write(terminal.file, b"\x15quit\r")
        return terminal.end()


class Pushes(Difference):
    """Requests to a server process: pushes of one record each, on one connection."""

    def __init__(self, name, count):
        super().__init__(name)
        self.count = count

    def run(self, bench, wrapper, doing):
        import syncserver

        folder = bench.new("server")
        program = bench.program("syncserver")
        place = ["--store", os.path.join(folder, "store")]
        bench.run([program, *place, "account", "add", "benchmark"])
        token = json.loads(bench.run([program, *place, "device", "add", "benchmark", "phone", "--json"])[0])["token"]
        log = os.path.join(folder, "log")
        with open(log, "w") as errors:
            server = subprocess.Popen(
                [*wrapper, program, *place, "serve", "--port", "0", "--device-rate", "1000000", "--address-rate",
                 "1000000"],
                env=bench.environment, stdin=subprocess.DEVNULL, stderr=errors, cwd=bench.home)
        try:
            server.port = self.port(server, log)
            client = syncserver.Client(server, token)
            # The first request opens connections and prepares statements.
            for number in range(1 + (self.count if doing else 0)):
                record = syncserver.record(number, fixed=True)
                client.ask(syncserver.request([record], client.token, batch=number + 1))
            client.socket.close()
        finally:
            server.terminate()
            usage = self.end(server)
        if server.returncode not in (0, 143):
            with open(log) as errors:
                raise Failure(f"syncserver ended with {server.returncode}: {errors.read()[-2000:]}")
        return usage.ru_utime + usage.ru_stime

    @staticmethod
    def end(server):
        """Waits for the end of a process; returns its use of the processor."""
        if server.returncode is not None:
            return None
        _, status, usage = os.wait4(server.pid, 0)
        server.returncode = os.waitstatus_to_exitcode(status)
        return usage

    @staticmethod
    def port(server, log):
        end = time.monotonic() + 300
        while time.monotonic() < end:
            with open(log) as errors:
                text = errors.read()
            found = re.search(r'"listening".*"port":(\d+)', text)
            if found:
                return int(found.group(1))
            if server.poll() is not None:
                raise Failure(f"syncserver ended: {text[-2000:]}")
            time.sleep(0.05)
        raise Failure("syncserver was not ready after five minutes")


def operations():
    """Returns all operations; the longest ones first, so that two at a time end at about the same time."""
    added = ["add", "A Night in the Garden", "Olga Tokarczuk"]
    few = lambda bench: bench.books(1000)
    return [
        Command("mybooks: list of 100,000 books", "mybooks", ["list"], lambda bench: bench.books(100_000)),
        Parts("SyncBenchmark", [], {
            "push": "sync: push of 1,000 records", "pull": "sync: pull of 1,000 records"}),
        Command("mybooks: import of 10,000 books, new", "mybooks", lambda bench: ["import", bench.goodreads(10_000)],
                call_runs=3),
        Command("itour: import of 10,000 points, new", "itour",
                lambda bench: ["poi", "import", bench.points(10_000)], call_runs=3),
        Command("portfolio: import of 10,000 issues, new", "portfolio",
                lambda bench: ["import", bench.issues(10_000)], call_runs=3),
        Command("itour: import of 10,000 points, again", "itour", lambda bench: ["poi", "import", bench.points(10_000)],
                lambda bench: bench.store("points", "itour", ["poi", "import", bench.points(10_000)]),
                call_runs=3),
        Parts("StoreBenchmark", ["parts", "model", "--rows", "10000"], {
            "insert": "store: insert 10,000", "fetch": "store: fetch 10,000", "lookup": "store: 1,000 look-ups",
            "change": "store: change 10,000", "delete": "store: delete 10,000", "upsert": "store: upsert 10,000",
            "related: insert": "store: insert 1,000 with 10 related", "related: traverse": "store: walk 1,000 with 10 related",
            "related: cascade": "store: cascade 1,000 with 10 related", "list: assign": "store: assign 10,000 to a list",
            "list: append": "store: append 10,000 to a list"}),
        Command("mybooks: import of 10,000 books, again", "mybooks", lambda bench: ["import", bench.goodreads(10_000)],
                lambda bench: bench.books(10_000), call_runs=3),
        Command("moonshot: 10,000 missions filled and listed", "moonshot",
                lambda bench: ["--data", bench.missions(10_000), "missions"]),
        Pushes("syncserver: 100 pushes of one record", 100),
        Completion("mybooks: Tab on 100,000 titles", 100_000),
        Command("mybooks: search in 10,000 books", "mybooks", ["search", "Harbour Letters"],
                lambda bench: bench.books(10_000)),
        Command("mybooks: statistics of 10,000 books", "mybooks", ["stats"], lambda bench: bench.books(10_000)),
        Command("portfolio: query in 10,000 issues", "portfolio", ["list", "is:open priority:high #tag001"],
                lambda bench: bench.store("10,000 issues", "portfolio", ["import", bench.issues(10_000)])),
        Command("itour: plan of the sample trips", "itour", ["plan"],
                lambda bench: bench.store("samples", "itour", ["samples"])),
        Command("itour: look-up of a place", "itour", ["place", "Kyoto"],
                lambda bench: bench.store("samples", "itour", ["samples"])),
        Command("itour: map of the sample trips", "itour", ["map"],
                lambda bench: bench.store("samples", "itour", ["samples"])),
        Command("moonshot: map", "moonshot", ["map"]),
        Command("mybooks: list of 1,000 books", "mybooks", ["list"], few),
        Command("mybooks: add a book to 1,000", "mybooks", added, few, call_runs=5),
        Command("mybooks: undo of an added book", "mybooks", ["undo"],
                lambda bench: bench.store("added", "mybooks", ["import", bench.goodreads(1000)], added)),
        Command("mybooks: start to first listing", "mybooks", ["list"], lambda bench: bench.books(10)),
        Command("itour: start to first listing", "itour", ["list"],
                lambda bench: bench.store("plans", "itour", ["import", bench.plans(10)])),
        Command("moonshot: start to first listing", "moonshot", ["missions"]),
        Command("portfolio: start to first listing", "portfolio", ["list"],
                lambda bench: bench.store("issues", "portfolio", ["import", bench.issues(10)])),
    ]


def measure_all(chosen, bench, tools, jobs):
    """Measures operations, several at a time; returns the counts by name in the order of the names."""
    results, failures = {}, []

    def one(operation):
        begin = time.monotonic()
        counts = operation.measure(bench, tools)
        name = operation.names[0] if len(operation.names) == 1 else f"{operation.program}, {len(operation.names)} parts"
        print(f"{time.monotonic() - begin:6.1f} s  {name}", flush=True)
        return counts

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for operation, future in [(operation, pool.submit(one, operation)) for operation in chosen]:
            try:
                results.update(future.result())
            except (Failure, SystemExit) as failure:
                failures.append(f"{operation.names[0]}: {failure}")
    for failure in failures:
        print(failure, file=sys.stderr)
    order = [name for operation in ordered(chosen) for name in operation.names]
    return {name: results[name] for name in order if results.get(name)}, bool(failures)


def measure_again(budgets, measured, chosen, programs, tools, jobs):
    """Measures the operations above their budgets once more, on new inputs, and takes the least counts.

    In about one of twenty inputs, the random identifiers fill the pages of an index so that a change splits several.
    """
    names = {operation for operation, _, _, _, verdict in compare(budgets, measured) if verdict == "above"}
    chosen = [operation for operation in chosen if names.intersection(operation.names)]
    if not chosen:
        return measured, False
    print(f"Above the budget, so measured once more: {', '.join(sorted(names))}", flush=True)
    bench = Bench(programs)
    try:
        again, failed = measure_all(chosen, bench, tools, jobs)
    finally:
        bench.close()
    return least(measured, again), failed


def least(measured, again):
    """Returns the counts of the first measurement, with the lower ones of the second."""
    return {
        operation: {count: min(now, again.get(operation, {}).get(count, now)) for count, now in counts.items()}
        for operation, counts in measured.items()
    }


def ordered(chosen):
    return sorted(chosen, key=lambda operation: operation.names[0])


def version(command, pattern):
    try:
        output = subprocess.run(command, capture_output=True, text=True).stdout
    except OSError:
        return None
    found = re.search(pattern, output)
    return found and found.group(1)


def conditions():
    """Returns the versions on which the counts depend, as far as they are known."""
    import sqlite3

    found = {
        "machine": platform.machine(),
        "Swift": version(["swift", "--version"], r"Swift version (\S+)"),
        "glibc": platform.libc_ver()[1],
        "SQLite": sqlite3.sqlite_version,
        "valgrind": version(["valgrind", "--version"], r"valgrind-(\S+)"),
    }
    try:
        with open(os.path.join(ROOT, "Package.resolved")) as file:
            for pin in json.load(file)["pins"]:
                if pin["identity"] in ("grdb.swift", "hummingbird"):
                    found[pin["identity"]] = pin["state"].get("version")
    except OSError:
        pass
    return {name: value for name, value in found.items() if value}


def read():
    try:
        with open(FILE) as file:
            contents = json.load(file)
        return contents["budgets"], contents["measured with"]
    except FileNotFoundError:
        return {}, {}


def write(budgets, found):
    with open(FILE, "w") as file:
        json.dump(
            {"about": ABOUT, "measured with": found, "budgets": dict(sorted(budgets.items()))}, file, indent=2,
            ensure_ascii=False)
        file.write("\n")


# MARK: Modes


def print_times(chosen, bench, runs):
    """Prints the least processor times of several runs as a table in Markdown; returns it."""
    lines = ["| operation | milliseconds |", "|---|---|"]
    print("\n".join(lines))
    for operation in ordered(chosen):
        for name, seconds in operation.times(bench, runs).items():
            lines.append(f"| {name} | {seconds * 1000:.{0 if seconds >= 0.01 else 1}f} |")
            print(lines[-1], flush=True)
    return "\n".join(lines)


def with_times(page, lines):
    """Returns a page with another table of times."""
    begin, end = "<!-- times -->\n", "<!-- end of times -->"
    before, rest = page.split(begin)
    return before + begin + lines + "\n" + end + rest.split(end)[1]


def print_spread(rounds):
    """Prints how far the counts of several measurements differ."""
    for name, counts in rounds[0].items():
        for count in counts:
            values = [measured[name][count] for measured in rounds if name in measured]
            middle = sorted(values)[len(values) // 2]
            share = (max(values) - min(values)) / middle if middle else 0
            print(f"{share:7.2%}  {name}: {count} {min(values):,} … {max(values):,}")


def check_history():
    """Returns whether the last commit that changed the budgets says why, if it raised any."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)

    def at(commit):
        shown = git("show", f"{commit}:Benchmarks/budgets.json")
        return json.loads(shown.stdout)["budgets"] if shown.returncode == 0 else None

    commit = git("log", "-1", "--format=%H", "--", "Benchmarks/budgets.json").stdout.strip()
    before = commit and at(commit + "^")
    if not before:
        print("no earlier budgets in the history: not compared")
        return True
    names = raised(before, at(commit))
    explained = re.search(r"^Budget: \S", git("log", "-1", "--format=%B", commit).stdout, re.MULTILINE)
    if names and not explained:
        print(
            f"commit {commit[:12]} raises budgets, and no line of its message begins with “Budget:” and says why:\n"
            + "\n".join(names), file=sys.stderr)
        return False
    print(f"commit {commit[:12]} raises {len(names)} budgets" + (" and says why" if names else ""))
    return True


def self_test():
    budgets = {"a": {"instructions": 1000, "writes": 10}, "b": {"instructions": 1000}, "c": {"fsyncs": 0}}
    verdicts = lambda measured: [row[4] for row in compare(budgets, measured)]
    assert verdicts({"a": {"instructions": 1050, "writes": 10}}) == ["within", "within"]
    assert verdicts({"a": {"instructions": 1051, "writes": 11}}) == ["above", "above"]
    assert verdicts({"a": {"instructions": 950, "writes": 9}}) == ["within", "below"]
    assert verdicts({"d": {"instructions": 1}}) == ["new"]
    assert verdicts({"c": {"fsyncs": 1}}) == ["above"] and verdicts({"c": {"fsyncs": 0}}) == ["within"]
    assert change(1000, 1051) == "+5.1%" and change(0, 1) == "+1" and change(None, 1) == "new"

    # Lower counts and new ones are taken over, higher ones only if asked for, and noise isn't.
    measured = {"a": {"instructions": 900, "writes": 12}, "b": {"instructions": 1009}, "d": {"instructions": 7}}
    new, kept = updated(budgets, measured, raising=False)
    assert new["a"] == {"instructions": 900, "writes": 10} and [row[:2] for row in kept] == [("a", "writes")]
    assert new["b"] == {"instructions": 1000} and new["c"] == {"fsyncs": 0} and new["d"] == {"instructions": 7}
    new, kept = updated(budgets, measured, raising=True)
    assert new["a"] == {"instructions": 900, "writes": 12} and not kept
    assert updated(budgets, {"a": {"instructions": 1000}}, False)[0]["a"] == {"instructions": 1000}
    assert raised(budgets, new) == ["a: writes"] and raised(budgets, budgets) == []

    assert least({"a": {"writes": 12, "opens": 3}, "b": {"fsyncs": 1}}, {"a": {"writes": 10, "opens": 4}}) == {
        "a": {"writes": 10, "opens": 3}, "b": {"fsyncs": 1}}

    text = table(compare(budgets, {"a": {"instructions": 2000}}))
    assert text.splitlines()[1].split() == ["a", "instructions", "1,000", "2,000", "+100.0%", "ABOVE"], text
    assert with_times("a\n<!-- times -->\n| old |\n<!-- end of times -->\nb", "| new |") == (
        "a\n<!-- times -->\n| new |\n<!-- end of times -->\nb")
    names = [name for operation in operations() for name in operation.names]
    assert len(names) == len(set(names))
    print("every case of the comparison is right")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("operations", nargs="*", metavar="OPERATION")
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build-optimised", "release"), metavar="DIR")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="operations at a time; default: 2")
    parser.add_argument("--update", action="store_true", help="rewrite budgets.json; keep budgets that would rise")
    parser.add_argument("--raise", dest="raising", action="store_true", help="with --update: raise budgets too")
    parser.add_argument("--spread", type=int, metavar="N")
    parser.add_argument("--times", action="store_true", help="print the least processor time of some runs")
    parser.add_argument("--runs", type=int, default=9, help="runs for --times; default: 9")
    parser.add_argument("--list", action="store_true", help="print the names of the operations")
    parser.add_argument("--check-history", action="store_true", help="check that the last raise has a reason")
    parser.add_argument("--self-test", action="store_true", help="test the comparison")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.check_history:
        return 0 if check_history() else 1
    chosen = [
        operation for operation in operations()
        if not options.operations or any(part in name for part in options.operations for name in operation.names)
    ]
    if options.list:
        print("\n".join(sorted(name for operation in chosen for name in operation.names)))
        return 0
    if not chosen:
        sys.exit("there is no such operation; --list prints their names")
    tools = [tool for tool in ("valgrind", "strace") if shutil.which(tool)]
    if not options.times and "valgrind" not in tools:
        print("valgrind is not installed (apt-get install valgrind): no instructions are counted")
    if not options.times and "strace" not in tools:
        print("strace is not installed (apt-get install strace): no system calls are counted")
    budgets, measured_with = read()
    now_with = conditions()
    if not options.times and not options.update and measured_with.get("machine", now_with["machine"]) != now_with["machine"]:
        print(f"the budgets are those of {measured_with['machine']}; this machine is {now_with['machine']}: not compared")
        return 3
    bench = Bench(options.programs)
    try:
        if options.times:
            lines = print_times(chosen, bench, options.runs)
            if options.update and not options.operations:
                page = os.path.join(HERE, "README.md")
                with open(page) as file:
                    contents = file.read()
                with open(page, "w") as file:
                    file.write(with_times(contents, lines))
            return 0
        begin = time.monotonic()
        rounds = []
        for _ in range(options.spread or 1):
            measured, failed = measure_all(chosen, bench, tools, options.jobs)
            rounds.append(measured)
        print(f"{time.monotonic() - begin:6.1f} s  in all\n", flush=True)
    except Failure as failure:
        sys.exit(str(failure))
    finally:
        bench.close()
    if options.spread:
        print_spread(rounds)
    elif options.update:
        new, kept = updated(budgets, measured, options.raising)
        print(table(compare(budgets, measured)))
        if kept:
            print("\nNot raised (--raise does; the commit then says why in a line that begins with “Budget:”):")
            print(table(kept))
        known = {name for operation in operations() for name in operation.names}
        write({name: counts for name, counts in new.items() if name in known}, now_with)
    else:
        measured, failed_again = measure_again(budgets, measured, chosen, options.programs, tools, options.jobs)
        failed = failed or failed_again
        if not report(budgets, measured, measured_with, now_with):
            failed = True
    if failed:
        return 1
    return 0 if len(tools) == 2 else 3


if __name__ == "__main__":
    sys.exit(main())

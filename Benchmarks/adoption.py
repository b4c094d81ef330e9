#!/usr/bin/env python3
"""Measures what a package pays that depends on ModelData alone: compilation, opening, size and start.

    adoption.py [--folder DIR] [--keep]

It writes a package of four programs into a folder (default: a temporary one), builds it optimised, and prints

- the processor time of the type check of 50 model classes with 500 properties, with `@Model` and without it;
- the time in which a container with 100 models opens in memory and in a file, within one process;
- the size of a stripped program that inserts and fetches one record with ModelData, and of one with GRDB's records;
- the ratio of their start times: both run alternately, minimum and median of the pairs.

It needs the packages of Package.swift; the first build takes about ten minutes on two cores.
"""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Adoption",
    dependencies: [
        .package(name: "terminal-suite", path: "{root}", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "Models", dependencies: [.product(name: "ModelData", package: "terminal-suite")]),
        .target(name: "Classes"),
        .executableTarget(name: "Hundred", dependencies: [.product(name: "ModelData", package: "terminal-suite")]),
        .executableTarget(name: "Own", dependencies: [.product(name: "ModelData", package: "terminal-suite")]),
        .executableTarget(name: "Peer", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    ])
"""

TYPES = ["String", "Int", "Double", "Bool", "Date?", "String?", "Data", "UUID?", "[String]", "Int?"]
VALUES = {"String": '""', "Int": "0", "Double": "0", "Bool": "false", "Data": "Data()", "[String]": "[]"}


def classes(count, with_macro):
    """Returns the source of model classes with ten properties each."""
    lines = ["import Foundation"] + (["import ModelData"] if with_macro else [])
    for number in range(count):
        if with_macro:
            lines.append("@Model")
        lines.append(f"public final class Item{number} {{")
        for index, kind in enumerate(TYPES):
            initial = f" = {VALUES[kind]}" if kind in VALUES else " = nil"
            lines.append(f"    public var value{index}: {kind}{initial}")
        lines += ["    public init() {}", "}"]
    return "\n".join(lines) + "\n"


HUNDRED = """
import Foundation
import ModelData

let types: [any PersistentModel.Type] = [{types}]
let folder = FileManager.default.temporaryDirectory.appending(path: "hundred-\\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer {{ try? FileManager.default.removeItem(at: folder) }}
let file = ModelConfiguration(url: folder.appending(path: "hundred.store"))
func milliseconds(_ body: () throws -> Void) rethrows -> Double {{
    let begin = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - begin).components
    return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}}
let first = try milliseconds {{
    _ = try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}}
let creation = try milliseconds {{ _ = try ModelContainer(for: Schema(types), configurations: file) }}
let opening = try milliseconds {{ _ = try ModelContainer(for: Schema(types), configurations: file) }}
print(first, creation, opening)
"""

OWN = """
import Foundation
import ModelData

@Model final class Book {
    @Attribute(.unique) var isbn: String
    var title: String
    init(isbn: String, title: String) {
        self.isbn = isbn
        self.title = title
    }
}

let container = try ModelContainer(
    for: Book.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: CommandLine.arguments[1])))
let context = ModelContext(container)
context.insert(Book(isbn: "1", title: "Solaris"))
try context.save()
print(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == "1" })).count)
"""

PEER = """
import Foundation
import GRDB

struct Book: Codable, FetchableRecord, PersistableRecord {
    var isbn: String
    var title: String
}

let queue = try DatabaseQueue(path: CommandLine.arguments[1])
try queue.write { database in
    try database.create(table: "book", ifNotExists: true) { table in
        table.column("isbn", .text).unique(onConflict: .replace)
        table.column("title", .text)
    }
    try Book(isbn: "1", title: "Solaris").insert(database)
}
print(try queue.read { database in try Book.filter(Column("isbn") == "1").fetchAll(database) }.count)
"""


def write(folder):
    """Writes the package."""
    sources = {
        "Package.swift": PACKAGE.format(root=ROOT),
        "Sources/Models/Models.swift": classes(50, True),
        "Sources/Classes/Classes.swift": classes(50, False),
        "Sources/Hundred/Models.swift": classes(100, True),
        "Sources/Hundred/main.swift": HUNDRED.format(types=", ".join(f"Item{n}.self" for n in range(100))),
        "Sources/Own/main.swift": OWN,
        "Sources/Peer/main.swift": PEER,
    }
    for path, text in sources.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def swift(folder, *arguments):
    subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", *arguments], cwd=folder, check=True,
        stdout=sys.stderr)


def processor_time(folder, target):
    """Returns the processor time of the type check of a target, least of five, in seconds."""
    built = os.path.join(folder, ".build", "release")
    command = [
        "swiftc", "-typecheck", "-swift-version", "6", "-module-name", target,
        os.path.join(folder, "Sources", target, f"{target}.swift"), "-I", os.path.join(built, "Modules"),
        "-I", os.path.join(ROOT, "Sources", "ModelDataSQLite"),
        "-load-plugin-executable", os.path.join(built, "ModelDataMacros-tool") + "#ModelDataMacros"]
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


def start(program, store):
    """Returns the wall-clock time of one run with a new store, in seconds."""
    begin = time.perf_counter()
    subprocess.run([program, store], check=True, stdout=subprocess.DEVNULL)
    spent = time.perf_counter() - begin
    for ending in ("", "-wal", "-shm", ".log"):
        if os.path.exists(store + ending):
            os.remove(store + ending)
    return spent


def main():
    parser = argparse.ArgumentParser(description="Measures what a package pays that depends on ModelData alone.")
    parser.add_argument("--folder", help="the folder of the package (default: a temporary one)")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp()
    try:
        write(folder)
        swift(folder)
        programs = os.path.join(folder, ".build", "release")
        with_macro, without = processor_time(folder, "Models"), processor_time(folder, "Classes")
        print(f"50 classes with 500 properties: {with_macro:.1f} s with @Model, {without:.1f} s without,"
              f" {with_macro - without:.1f} s more (processor time of the type check, least of 5)")
        runs = [
            [float(text) for text in subprocess.run(
                [os.path.join(programs, "Hundred")], check=True, capture_output=True, text=True).stdout.split()]
            for _ in range(11)]
        for name, times in zip(("first container, in memory", "new file", "existing file"), zip(*runs)):
            print(f"100 models, {name}: {min(times):.1f} ms least, {statistics.median(times):.1f} ms median of 11")
        stripped = {}
        for name in ("Own", "Peer"):
            stripped[name] = os.path.join(folder, name.lower())
            shutil.copy(os.path.join(programs, name), stripped[name])
            subprocess.run(["strip", stripped[name]], check=True)
            print(f"{'ModelData' if name == 'Own' else 'GRDB'}: {os.path.getsize(stripped[name]) / 1e6:.1f} MB stripped")
        pairs = []
        for _ in range(31):
            store = os.path.join(folder, "pair.store")
            own, peer = start(stripped["Own"], store), start(stripped["Peer"], store)
            pairs.append((own / peer, own))
        ratios = [ratio for ratio, _ in pairs]
        print(f"start, one insertion and one fetch in a new file: {min(ratios):.2f} / {statistics.median(ratios):.2f}"
              f" of GRDB's (minimum / median), {min(own for _, own in pairs) * 1000:.0f} ms least")
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

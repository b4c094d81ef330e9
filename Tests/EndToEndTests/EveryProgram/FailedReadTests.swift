import Foundation
import TestSupport
import Testing

@testable import ModelData

/// The rule: if a part of the store can't be read, every format gives an error or a warning, or the same output as
/// with an undamaged store; never an output with less.
@Suite("Failed reads in every program", .level(.default))
struct FailedReadTests {
    /// Commands that need a server or a user, or that work on files.
    private static let skipped: Set = [
        "sync", "sync login", "sync off", "sync key", "sync status", "random", "backup", "restore", "repair",
        "quiz",
        "where", "manual", "help",
    ]
    private static let formats = ["plain", "json", "html", "csv", "markdown", "table", "accessible"]

    /// Overwrites the first page of a table, as a failing disk could do.
    private static func damage(_ table: String, of store: String) throws {
        let connection = try StoreConnection(path: store, timeout: 5)
        let (page, size) = try connection.perform {
            (
                try $0.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table)),
                try $0.number("PRAGMA page_size")
            )
        }
        try connection.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xAA, count: Int(size)))
        try file.close()
    }

    @Test(arguments: Transcript.programs)
    func `With a damaged table, no format of a command shows less without an error`(program: String) throws {
        let person = try Person(program)
        let lines = try #require(ExampleData.lines[program])
        _ = try person.screens(lines)
        // All commands that can be called without arguments.
        let names = try person.grammar().commands.filter { command in
            command.terms.allSatisfy { $0.hasPrefix("[") } && !Self.skipped.contains(command.name)
        }.map(\.name)
        try #require(names.contains("stats") || names.contains("notes"))
        func run(_ name: String, _ format: String, on store: String) throws -> ProcessResult {
            try person.run("--store", store, "--format", format, "-c", name)
        }
        // Of these, the commands that only read.
        let before = try StoredTables(person.store)
        let reading = try names.filter { name in
            let store = try person.copyOfStore()
            return try run(name, "plain", on: store).status == .exited(0) && StoredTables(store) == before
        }
        #expect(reading.count > 4)
        var whole: [String: String] = [:]
        var failures = 0
        for (row, table) in before.tables.keys.sorted().enumerated() {
            for (column, name) in reading.enumerated() {
                // Every format meets every table, and many of the commands.
                let format = Self.formats[(row + column) % Self.formats.count]
                let store = try person.copyOfStore()
                try Self.damage(table, of: store)
                let result = try run(name, format, on: store)
                if result.status != .exited(0) {
                    failures += 1
                    continue
                }
                let key = "\(name) --format \(format)"
                let expected = try whole[key] ?? run(name, format, on: person.copyOfStore()).stdout
                whole[key] = expected
                #expect(
                    result.stdout == expected || (result.stdout + result.stderr).contains("Warning"),
                    "\(table): \(key): \(result.stdout)")
            }
        }
        // Some commands of moonshot read no table.
        #expect(failures > 0)
    }
}

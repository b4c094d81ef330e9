import Foundation
import TestSupport
import Testing

@testable import ModelData

/// A store of a program with an earlier schema: the store that a script leaves, with a column that may be empty
/// although the program's schema requires a value. The migration rebuilds its table, and changes no value.
struct EarlierStore: Hashable, Sendable, CustomTestStringConvertible {
    let script: Script

    var testDescription: String { script.testDescription }

    /// A store of each program.
    static let all = Script.all.map { EarlierStore(script: $0) }

    private static let owners = PreparedHomes<Script>()

    /// Returns a user with this store.
    func owner() throws -> Person {
        try Self.owners.copy(script) {
            let person = try Person(script.program)
            try script.prepare(person.home)
            let result = try person.run(script: script.lines)
            guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
            try makeEarlier(person.store)
            return person
        }
    }

    /// The model and the column of type TEXT that may be empty in the earlier schema.
    private var column: (model: String, name: String) {
        switch script.program {
        case "mybooks": ("Book", "summary")
        case "itour": ("Destination", "details")
        case "moonshot": ("MissionNote", "text")
        default: ("Issue", "content")
        }
    }

    private func makeEarlier(_ path: String) throws {
        let (model, name) = column
        let connection = try StoreConnection(path: path, timeout: 5)
        defer { try? connection.close() }
        try connection.perform {
            try $0.execute(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = replace(sql, '"\(name)" TEXT NOT NULL', '"\(name)" TEXT')
                    WHERE type = 'table' AND name = '\(model)';
                PRAGMA writable_schema = RESET;
                UPDATE _schema SET fingerprint = replace(fingerprint, ' \(name) TEXT NOT NULL ', ' \(name) TEXT ');
                UPDATE _modeldata SET value = (SELECT fingerprint FROM _schema) WHERE key = 'schema';
                """)
            let required = try $0.number(
                "SELECT \"notnull\" FROM pragma_table_info(?) WHERE name = ?", .text(model), .text(name))
            guard required == 0 else { throw TestSupportError("\(model).\(name) still needs a value") }
        }
    }
}

extension Person {
    /// Returns the paths of the copies that migrations made of the store.
    func copiesBeforeMigration() throws -> [String] {
        let folder = (store as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            // Skip incomplete copies, which have hidden names.
            .filter { $0.contains("before-migration") && !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
}

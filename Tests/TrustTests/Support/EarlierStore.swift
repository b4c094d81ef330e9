import Foundation
import TestSupport
import Testing

/// A store that was written by an earlier or the current version of a program. The fixtures of each program's
/// tests contain a numbered store for each version of the schema. When a schema changes, add a store with the
/// new one.
///
/// `trips-1.store` and `trips-2.store` were derived by hand from later stores. The first has itour's schema
/// before points of interest existed, and the second has the schema before the categories of points had
/// identifiers. All other stores were written by the versions of the programs that used their schemas.
struct EarlierStore: Hashable, Sendable, CustomTestStringConvertible {
    let program: String
    let path: String

    var testDescription: String { (path as NSString).lastPathComponent }

    /// Returns the stores of a program. The last one has the current schema.
    static func all(of program: String) -> [EarlierStore] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let modules = [
            "mybooks": "MyBooks", "itour": "ITour", "moonshot": "Moonshot", "portfolio": "Portfolio",
        ]
        let folder = tests.appending(path: "\(modules[program] ?? "")Tests/Fixtures").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".store") }.map {
            EarlierStore(program: program, path: "\(folder)/\($0)")
        }.sorted { $0.path.compare($1.path, options: .numeric) == .orderedAscending }
    }

    /// The stores that need a migration.
    static let earlier = Script.all.flatMap { all(of: $0.program).dropLast() }

    /// Returns a user with this store.
    func owner() throws -> Person {
        let person = try Person(program)
        let folder = (person.store as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path, toPath: person.store)
        return person
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

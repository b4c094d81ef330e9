import Foundation
import TestSupport
import Testing

/// A store that a version of a program wrote. One of each form is kept in the fixtures of the program's tests, and
/// numbered: when a form changes, the new one is put beside the others.
///
/// `trips-1.store` and `trips-2.store` were made of later ones by hand, as itour wrote them before it knew points of
/// interest, and before their categories had identifiers. The others are as their programs wrote them.
struct EarlierStore: Hashable, Sendable, CustomTestStringConvertible {
    let program: String
    let path: String

    var testDescription: String { (path as NSString).lastPathComponent }

    /// Those of a program, the last of which is of its present form.
    static func all(of program: String) -> [EarlierStore] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let rooms = [
            "mybooks": "MyBooks", "itour": "ITour", "moonshot": "Moonshot", "portfolio": "Portfolio",
        ]
        let folder = tests.appending(path: "\(rooms[program] ?? "")Tests/Fixtures").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".store") }.map {
            EarlierStore(program: program, path: "\(folder)/\($0)")
        }.sorted { $0.path.compare($1.path, options: .numeric) == .orderedAscending }
    }

    /// Those that are migrated.
    static let earlier = Script.all.flatMap { all(of: $0.program).dropLast() }

    /// Somebody whose store it is.
    func owner() throws -> Person {
        let person = try Person(program)
        let folder = (person.store as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path, toPath: person.store)
        return person
    }
}

extension Person {
    /// The copies that migrations made of the store.
    func copiesBeforeMigration() throws -> [String] {
        let folder = (store as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            // A copy that isn't whole yet has a hidden name.
            .filter { $0.contains("before-migration") && !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
}

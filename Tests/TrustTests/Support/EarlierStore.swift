import Foundation
import TestSupport
import Testing

/// A store that an earlier version of a program wrote.
struct EarlierStore: Sendable, CustomTestStringConvertible {
    let program: String
    let path: String

    var testDescription: String { (path as NSString).lastPathComponent }

    /// All that lie in the tests' fixtures.
    static let all: [EarlierStore] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return ["mybooks": "MyBooks", "itour": "ITour", "moonshot": "Moonshot", "portfolio": "Portfolio"]
            .flatMap { program, room in
                let folder = tests.appending(path: "\(room)Tests/Fixtures").path
                return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                    .filter { $0.hasSuffix(".store") }
                    .map { EarlierStore(program: program, path: "\(folder)/\($0)") }
            }.sorted { $0.path < $1.path }
    }()

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

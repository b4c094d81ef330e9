import Foundation
import TestSupport
import Testing

/// Earlier versions stored the names of history steps in English texts that have changed since. The history
/// must still be translated.
///
/// `Fixtures/history-1.sqlite` of each program's tests contains one step of nearly every command. The last
/// version with the former texts wrote this file. The file's data contains no English word. So each English
/// word in a Polish or Hungarian history belongs to a text that couldn't be translated.
@Suite("Histories of earlier versions", .level(.default))
struct FormerHistoryTests {
    /// A store from the fixtures of a program's tests.
    struct FormerStore: Sendable, CustomTestStringConvertible {
        let program: String
        let path: String

        var testDescription: String { "\(program): \((path as NSString).lastPathComponent)" }

        static let all: [FormerStore] = {
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent()
                .deletingLastPathComponent()
            let folders = [
                "itour": "ITour", "moonshot": "Moonshot", "mybooks": "MyBooks", "portfolio": "Portfolio",
            ]
            return folders.sorted { $0.key < $1.key }.flatMap { program, module in
                let folder = tests.appending(path: "\(module)Tests/Fixtures").path
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return names.sorted().filter { $0.hasSuffix(".store") || $0.hasSuffix(".sqlite") }
                    .map { FormerStore(program: program, path: "\(folder)/\($0)") }
            }
        }()
    }

    /// Returns the output of `history` for a copy of a store: one line for each step, without its time.
    private func history(of store: FormerStore, in language: String, at path: String) throws -> [String] {
        let result = try run(
            ProgramUnderTest.path(store.program),
            ["--store", path, "--language", language, "--format", "plain", "history", "--count", "1000"],
            environment: [
                "HOME": (path as NSString).deletingLastPathComponent, "LANG": "en_US.UTF-8", "TZ": "UTC",
            ])
        #expect(result.status == .exited(0), "\(result.stderr)")
        return result.stdout.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: "\t")
        }
    }

    @Test func `Every program has stores of earlier versions`() {
        #expect(Set(FormerStore.all.map(\.program)).count == 4)
        #expect(FormerStore.all.filter { $0.path.hasSuffix("history-1.sqlite") }.count == 4)
    }

    @Test(arguments: FormerStore.all)
    func `History and undo show every step in three languages`(store: FormerStore) throws {
        let directory = try TemporaryDirectory()
        for language in ["en", "pl", "hu"] {
            let path = directory.file("\(language).store")
            try FileManager.default.copyItem(atPath: store.path, toPath: path)
            let steps = try history(of: store, in: language, at: path)
            #expect(!steps.isEmpty)
            let undone = try run(
                ProgramUnderTest.path(store.program), ["--store", path, "--language", language, "undo"],
                environment: ["HOME": directory.path, "TZ": "UTC"])
            #expect(undone.status == .exited(0), "\(undone.stderr)")
        }
    }

    /// Words of the former English texts; none of them is a Polish or Hungarian word.
    private static let english: Set<String> = [
        "the", "of", "to", "now", "added", "changed", "deleted", "took", "taken", "put", "moved",
        "imported",
        "closed", "reopened", "made", "wrote", "tagged", "renamed", "marked", "set", "rated", "earned",
        "from",
        "quote", "shelf", "priority", "date", "books", "issues", "tag", "note", "favourite", "favourites",
    ]

    @Test(arguments: FormerStore.all.filter { $0.path.hasSuffix(".sqlite") }, ["pl", "hu"])
    func `No step stays in English`(store: FormerStore, language: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("copy.store")
        try FileManager.default.copyItem(atPath: store.path, toPath: path)
        for step in try history(of: store, in: language, at: path) {
            let words = step.lowercased().split { !$0.isLetter }.map(String.init)
            #expect(Self.english.isDisjoint(with: words), "\(step)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@testable import Localization

/// Follows the steps of `docs/languages.md`: copy the English folder, translate the tables, run the tests.
@Suite("Adding a language")
struct NewLanguageTests {
    private let directory: TemporaryDirectory

    /// Copies the tables of the repository's other languages, and the English folder a second time under the new
    /// language's name.
    init() throws {
        directory = try TemporaryDirectory()
        for folder in try FileManager.default.contentsOfDirectory(atPath: TableFiles.folder)
        where folder.hasSuffix(".lproj") && folder != "de.lproj" {
            try FileManager.default.copyItem(
                atPath: "\(TableFiles.folder)/\(folder)", toPath: directory.file(folder))
        }
        try FileManager.default.copyItem(
            atPath: directory.file("en.lproj"), toPath: directory.file("de.lproj"))
    }

    private func change(_ file: String, _ old: String, to new: String) throws {
        let path = directory.file("de.lproj/\(file)")
        let source = try String(contentsOfFile: path, encoding: .utf8)
        try #require(source.contains(old), "\(old)")
        try source.replacing(old, with: new, maxReplacements: 1).write(
            toFile: path, atomically: true, encoding: .utf8)
    }

    @Test(.level(.default)) func `A new folder of tables is embedded like the others`() throws {
        let result = try run(
            ProgramUnderTest.path("LocalizationEmbedder"),
            [directory.path, directory.file("Tables.swift"), directory.file("stamp")],
            environment: directory.environment())
        #expect(result.status == .exited(0), "\(result.stderr)")
        let codes = Set(Language.available.map(\.code) + ["de"]).sorted().map { "\"\($0)\"" }
        let source = try String(contentsOfFile: directory.file("Tables.swift"), encoding: .utf8)
        #expect(source.contains("[\(codes.joined(separator: ", "))]"))
    }

    @Test func `Every text left in English is reported, and no text of another language`() throws {
        let before = Set(TableProblems(try TableFiles.all()).all)
        let problems = TableProblems(try TableFiles.all(in: directory.path)).all.filter {
            !before.contains($0)
        }
        #expect(problems.count > 1000)
        for problem in problems {
            #expect(problem.hasPrefix("de/"), "\(problem)")
            #expect(problem.hasSuffix("left in English"), "\(problem)")
        }
        #expect(problems.contains("de/Shell: “Options” is left in English"))
        #expect(problems.contains("de/Shell: “%lld entries”, count, one is left in English"))
    }

    @Test func `Missing or mismatched keys, placeholders and plurals are reported`() throws {
        try change("Shell.strings", "\"Options\" = \"Options\";", to: "")
        try change("Shell.strings", "= \"There is no command “%@”.\"", to: "= \"Gibt es nicht.\"")
        try change("ProgramKit.stringsdict", "<key>one</key>", to: "<key>few</key>")
        try change("Shell.stringsdict", "<string>%lld entries</string>", to: "<string>%@ Zeilen</string>")
        let problems = TableProblems(try TableFiles.all(in: directory.path)).all.filter {
            !$0.contains("left in English")
        }
        #expect(problems.contains("de/Shell: “Options” is missing"))
        #expect(problems.contains("de/Shell: “There is no command “%@”.” takes other arguments"))
        #expect(
            problems.contains { $0.hasPrefix("de/ProgramKit: ") && $0.hasSuffix("count: no form for one") })
        #expect(
            problems.contains {
                $0.hasPrefix("de/ProgramKit: ") && $0.hasSuffix("count: the language has no few")
            }
        )
        #expect(problems.contains("de/Shell: “%lld entries”, count, other takes other arguments"))
    }

    @Test func `No source file or page lists the available languages`() throws {
        let codes = Language.available.map(\.code).filter { $0 != Language.english.code }
        let sources = ["Sources", "Localization/Sources"].flatMap { folder in
            (FileManager.default.enumerator(atPath: "\(TableFiles.repository)/\(folder)")?.allObjects ?? [])
                .compactMap { ($0 as? String).map { "\(folder)/\($0)" } }
        }
        for file in sources.filter({ $0.hasSuffix(".swift") }) {
            let source = try String(contentsOfFile: "\(TableFiles.repository)/\(file)", encoding: .utf8)
            let code = source.split(separator: "\n").filter { !$0.contains("///") }
            for literal in codes.map({ "\"\($0)\"" }) {
                #expect(!code.contains { $0.contains(literal) }, "\(file) knows of \(literal)")
            }
        }
        let documents = try FileManager.default.contentsOfDirectory(atPath: "\(TableFiles.repository)/docs")
            .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        let options = try (["README.md"] + documents).flatMap { name in
            try String(contentsOfFile: "\(TableFiles.repository)/\(name)", encoding: .utf8)
                .split(separator: "\n").filter { $0.contains("--language ") && $0.hasPrefix("|") }
        }
        #expect(!options.isEmpty)
        #expect(!options.contains { line in codes.contains { line.contains("\\|\($0)") } })
    }
}

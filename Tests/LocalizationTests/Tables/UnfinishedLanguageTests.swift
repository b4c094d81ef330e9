import Foundation
import TestSupport
import Testing

@testable import Localization

/// Adds a folder of 30 German texts that is marked as unfinished, and nothing else.
@Suite("An unfinished language")
struct UnfinishedLanguageTests {
    private static let folder =
        TableFiles.repository + "/Tests/LocalizationTests/Fixtures/Unfinished/de.lproj"
    private let directory: TemporaryDirectory

    /// Copies the tables of the repository's other languages and the German ones into one folder.
    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.file("tables"), withIntermediateDirectories: true)
        for folder in try FileManager.default.contentsOfDirectory(atPath: TableFiles.folder)
        where folder.hasSuffix(".lproj") && folder != "de.lproj" {
            try FileManager.default.copyItem(
                atPath: "\(TableFiles.folder)/\(folder)", toPath: directory.file("tables/\(folder)"))
        }
        try FileManager.default.copyItem(atPath: Self.folder, toPath: directory.file("tables/de.lproj"))
    }

    private func embed() throws -> ProcessResult {
        try run(
            ProgramUnderTest.path("LocalizationEmbedder"),
            [directory.file("tables"), directory.file("Tables.swift")], environment: directory.environment())
    }

    @Test func `Missing texts are no problem, and those that it has are checked`() throws {
        let before = Set(TableProblems(try TableFiles.all()).all)
        let tables = directory.file("tables")
        #expect(Set(TableProblems(try TableFiles.all(in: tables)).all) == before)
        let path = "\(tables)/de.lproj/Shell.strings"
        let source = try String(contentsOfFile: path, encoding: .utf8)
        let wrong = source.replacing("Es gibt keinen Befehl „%@“.", with: "Den Befehl gibt es nicht.")
        #expect(wrong != source)
        try wrong.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(
            Set(TableProblems(try TableFiles.all(in: tables)).all).subtracting(before)
                == ["de/Shell: “There is no command “%@”.” takes other arguments"])
    }

    @Test(.level(.default)) func `The embedded tables tell how many texts are translated`() throws {
        let result = try embed()
        #expect(result.status == .exited(0), "\(result.stderr)")
        let source = try String(contentsOfFile: directory.file("Tables.swift"), encoding: .utf8)
        let all = try TableFiles.texts().filter { $0.language == Language.english.code }
            .reduce(0) { $0 + $1.entries.count }
        #expect(source.contains("\"de\": (30, \(all))"))
        #expect(Language.english.unfinished == nil)
    }

    @Test(.level(.slow))
    func `The library with the folder speaks German, and English where a text is missing`()
        throws
    {
        #expect(try embed().status == .exited(0))
        try directory.write(
            """
            let localizer = Localizer(Language(matching: "de_DE.UTF-8") ?? .english)
            print(Language.available.map(\\.code))
            print(localizer.language.name, localizer.language.unfinished?.translated ?? 0)
            print(localizer.string(LocalizedText("Examples", table: "Shell")))
            print(localizer.string(LocalizedText("%lld books", table: "MyBooks", [.integer(2)])))
            print(localizer.string(LocalizedText("Cancelled.", table: "Shell")))

            """, to: "main.swift")
        try compile(["-parse-as-library", "-module-name", "Basics"], "Sources/Basics", to: "Basics.o")
        try compile(
            ["-module-name", "Localization"], "Localization/Sources", to: "program",
            with: ["Tables.swift", "main.swift", "Basics.o"])
        let codes = Set(Language.available.map(\.code) + ["de"]).sorted()
        #expect(
            try run(directory.file("program"), environment: directory.environment()).stdout
                == """
                \(codes)
                Deutsch 30
                Beispiele
                2 Bücher
                Cancelled.

                """)
    }

    /// Compiles the Swift files of a folder of the repository: to a module with its object file, or to a program if
    /// there are other files.
    private func compile(
        _ options: [String], _ folder: String, to output: String, with others: [String] = []
    ) throws {
        let path = "\(TableFiles.repository)/\(folder)"
        let files = (FileManager.default.enumerator(atPath: path)?.allObjects ?? []).compactMap {
            $0 as? String
        }
        .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
        let result = try run(
            "/usr/bin/env",
            ["swiftc", "-swift-version", "6", "-package-name", "test", "-wmo", "-I", directory.path]
                + (others.isEmpty ? ["-emit-module", "-emit-object"] : []) + options + files
                + others.map { directory.file($0) } + ["-o", directory.file(output)],
            environment: directory.environment(), workingDirectory: directory.path)
        try #require(result.status == .exited(0), "\(result.stderr)")
    }
}

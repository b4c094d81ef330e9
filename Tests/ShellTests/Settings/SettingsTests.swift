import Foundation
import Localization
import TestSupport
import Testing

@testable import Shell

@MainActor
@Suite("Settings")
struct SettingsTests {
    private let home: TemporaryDirectory
    private var environment: [String: String] { ["HOME": home.path] }
    private var path: String { home.file(".config/shelf/settings") }

    init() throws { home = try TemporaryDirectory() }

    private func shelf(_ arguments: String..., environment: [String: String] = [:]) async -> RunResult {
        await runShelf(arguments, environment: self.environment.merging(environment) { $1 })
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: home.file(".config/shelf"), withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func contents() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `A setting takes effect at once, and its file is private to the user`() async throws {
        let result = await shelf("set", "dates", "LONG")
        #expect(result.output == "“dates” is now long.\n")
        #expect(try contents() == "dates = long\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(await shelf("set", "dates").output.contains("Value\tlong"))
        #expect(await shelf("set", "dates", "default").output == "“dates” is now medium.\n")
        #expect(try contents() == "")
    }

    @Test func `All settings are listed for users and for programs`() async {
        let names = [
            "language", "color", "pager", "accessible", "dates", "first-weekday", "clock", "history",
        ]
        let lines = await shelf("set").output.split(separator: "\n")
        #expect(lines.map { String($0.prefix { $0 != "\t" }) } == names)
        let data = await shelf("set", "dates", "--json").output
        #expect(
            data == "{\n  \"setting\": \"dates\",\n  \"value\": \"medium\",\n  \"isSet\": false,\n"
                + "  \"values\": \"iso|numeric|medium|long|full\"\n}\n")
    }

    @Test func `Unknown names and values are refused with the nearest`() async {
        let name = await shelf("set", "colr", "never")
        #expect(name.code == 64)
        #expect(name.diagnostics == "shelf: There is no setting “colr”.\nDid you mean “color”?\n")
        let value = await shelf("set", "color", "nver")
        #expect(value.code == 64)
        #expect(value.diagnostics.contains("color: “nver” is none of the possible values."))
        #expect(await shelf("set", "history", "-1").code == 64)
    }

    @Test func `Saving a setting keeps settings that another process changed meanwhile`() throws {
        func start() -> Preferences {
            Preferences(
                programName: "shelf",
                environment: ProcessEnvironment(
                    variables: environment, timeZone: .gmt, now: { Date(timeIntervalSince1970: 0) },
                    workingDirectory: "/"))
        }
        let first = start()
        try first.remember(ShellSettings.dates, as: "medium")
        #expect(!FileManager.default.fileExists(atPath: path))
        try start().remember(ShellSettings.dates, as: "long")
        #expect(try contents() == "dates = long\n")
        try first.remember(ShellSettings.dates, as: "medium")
        #expect(try contents() == "dates = medium\n")
        // If another process changes the setting, this session keeps its own value.
        try start().remember(ShellSettings.dates, as: "full")
        #expect(first.word(for: ShellSettings.dates.declaration) == "medium")
        try first.remember(ShellSettings.dates, as: "full")
        #expect(first.word(for: ShellSettings.dates.declaration) == "full")
        // Unchanged settings are not written.
        try write("# mine\ndates = FULL\n")
        try first.remember(ShellSettings.dates, as: "full")
        #expect(try contents() == "# mine\ndates = FULL\n")
    }

    @Test func `At the prompt, a setting overrides the command line from the next output on`() async {
        let terminal = FakeTerminal([
            .line("set language pl"), .line("set accessible on"), .line("list"), .line("set history 7"),
        ])
        let result = await runShelf(["--language", "hu"], terminal: terminal, environment: environment)
        #expect(result.output.contains("Ustawienie „language” ma teraz wartość pl."))
        #expect(result.output.contains("2 pozycje\n\nTitle: Solaris\n"))
        #expect(terminal.historyLimit == 7)
    }

    @Test func `A damaged file is reported line by line, and its readable settings apply`() async throws {
        try write("# mine\n\ndates = long\nwhat\ncolor = green\nsize = 4\nhistory = 5\n")
        let result = await shelf("list")
        #expect(result.code == 0)
        #expect(
            result.diagnostics.split(separator: "\n") == [
                "Warning: Line 4 of the settings file “\(path)” is damaged and ignored.",
                "Warning: Line 5 of the settings file “\(path)” is ignored: “green” is none of the possible values.",
                "Warning: Line 6 of the settings file “\(path)” is ignored: there is no setting “size”.",
            ])
        #expect(await shelf("set", "history").output.contains("Value\t5"))
        // Unknown settings stay because a newer version may know them.
        _ = await shelf("set", "dates", "iso")
        #expect(
            try contents() == "# mine\n\ndates = iso\nwhat\ncolor = green\nsize = 4\nhistory = 5\n")
    }

    @Test func `Invalid bytes, or a directory in place of the file, leave the default settings`() async throws
    {
        try write("")
        try Data([0xFF, 0x0A, 0x00, 0x0A]).write(to: URL(fileURLWithPath: path))
        #expect(await shelf("list").diagnostics.contains("Line 1 of the settings"))
        #expect(await shelf("set", "dates", "iso").code == 0)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let result = await shelf("list")
        #expect(result.code == 0)
        #expect(result.diagnostics.contains("is a directory"))
        #expect(await shelf("set", "dates", "iso").code == 66)
    }

    @Test func `A link to a settings file stays a link`() async throws {
        try write("")
        try FileManager.default.removeItem(atPath: path)
        try "".write(toFile: home.file("kept"), atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: home.file("kept"))
        _ = await shelf("set", "dates", "iso")
        #expect(try String(contentsOfFile: home.file("kept"), encoding: .utf8) == "dates = iso\n")
    }

    @Test(arguments: ["kept", "sub/kept", "first"])
    func `A link to a missing settings file stays a link too`(target: String) async throws {
        try write("")
        try FileManager.default.removeItem(atPath: path)
        let folder = (path as NSString).deletingLastPathComponent
        let files = FileManager.default
        // Test two links: a link to another link, and a link whose relative target starts at the link's
        // directory.
        if target == "first" {
            try files.createSymbolicLink(atPath: "\(folder)/first", withDestinationPath: home.file("kept"))
            try files.createSymbolicLink(atPath: path, withDestinationPath: "first")
        } else {
            try files.createSymbolicLink(atPath: path, withDestinationPath: home.file(target))
        }
        for value in ["iso", "long"] {
            #expect(await shelf("set", "dates", value).code == 0)
            let file = home.file(target == "first" ? "kept" : target)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "dates = \(value)\n")
        }
        #expect(try !files.destinationOfSymbolicLink(atPath: path).isEmpty)
    }

    @Test func `Without a home directory, only saving a setting fails`() async {
        #expect(await runShelf(["list"], environment: ["HOME": ""]).diagnostics == "")
        let result = await runShelf(["set", "dates", "iso"], environment: ["HOME": ""])
        #expect(result.code == 64)
        #expect(result.diagnostics.contains("XDG_CONFIG_HOME"))
    }

    @Test(arguments: [
        ("polski", "pl"), ("Hungarian", "hu"), ("english", "en"), ("pl", "pl"), ("auto", "auto"),
    ])
    func `The language can be set by its name`(typed: String, word: String) throws {
        let context = ParseContext(localizer: english, today: .first)
        #expect(try ShellSettings.language.declaration.parse(typed, context).word == word)
        if word != "auto" {
            #expect(try ValueType<Language>.language.parse(typed, context).code == word)
        }
        #expect(throws: ValueError.self) { try ShellSettings.language.declaration.parse("plo", context) }
    }

    @Test func `The language setting says how much of an unfinished translation is done`() {
        let english = Localizer(.english)
        let complete = english.string(ShellSettings.languageHelp([]))
        #expect(complete == english.string(ShellSettings.language.declaration.help))
        let unfinished = english.string(ShellSettings.languageHelp([("Deutsch", (30, 3322))]))
        #expect(unfinished.hasPrefix(complete))
        #expect(unfinished.contains("Deutsch (30 of 3,322)"))
        #expect(unfinished.hasSuffix(" The other texts are in English."))
    }

    @Test func `Tab completes settings and their values`() async {
        let terminal = FakeTerminal([.line("version"), .end])
        terminal.tabs = ["set da", "set color al"]
        _ = await runShelf(terminal: terminal, environment: environment)
        #expect(terminal.completions.map { $0?.common } == ["set dates", "set color always"])
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Examples in the help of mybooks", .level(.default))
struct ExampleTests {
    /// Returns the examples in the help of all commands of a program.
    ///
    /// The examples are read from the manual page, which contains lines such as `.B "mybooks list --status
    /// in-progress"`.
    static func examples(
        of reader: Reader, named program: String, language: String = "en"
    ) throws -> [String] {
        let page = try reader.mybooks("--language", language, "manual").stdout
        return page.split(separator: "\n").compactMap { line in
            guard let begin = line.range(of: ".B \"\(program) "), line.hasSuffix("\"") else { return nil }
            let example = line[begin.upperBound...].dropLast()
            return example.replacingOccurrences(of: "\\(dq", with: "\"")
                .replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\e", with: "\\")
        }
    }

    /// For each language, commands that add records. The examples in this language contain the names of these
    /// records.
    private static let localSetup: [String: [String]] = [
        "pl": [
            "add Diuna \"Frank Herbert\"", "shelf add 3 ulubione", "shelf add solaris ulubione",
            "shelf add 3 \"do pożyczenia\"", "quote add 4 \"Potrzeba nam luster.\"",
        ],
        "hu": [
            "shelf add 3 kedvencek", "shelf add solaris kedvencek",
            "shelf add 3 kölcsönadni", "quote add 4 \"Tükrökre van szükségünk.\"",
        ],
    ]

    /// Returns a user with thirteen books and a file. The books and the file have all names that the examples
    /// use.
    private func reader(language: String = "en") throws -> Reader {
        let reader = try Reader()
        let lines = try #require(ExampleData.lines["mybooks"]) + (Self.localSetup[language] ?? [])
        try reader.mybooks(stdin: lines.map { "\($0)\n" }.joined())
        try reader.home.write(
            "Book Id,Title,Author,Exclusive Shelf\n1,Lalka,Prus,read\n", to: "goodreads_library_export.csv")
        let header = ["pl": "Tytuł,Kto napisał,Punkty", "hu": "Cím,Írta,Pont"][language]
        for name in ["list.csv", "lista.csv"] {
            try reader.home.write((header ?? "Title,Written by,Score") + "\nEden,Lem,4\n", to: name)
        }
        return reader
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `Every example works as shown`(language: String) throws {
        let reader = try reader(language: language)
        // Examples of “sync” and “lookup” need a server (see SyncCommandTests and LookupTests). Examples of “backup” and
        // “restore” need other disks.
        func examples(_ language: String) throws -> [String] {
            try Self.examples(of: reader, named: "mybooks", language: language).filter { example in
                !["sync", "backup", "restore", "lookup"].contains {
                    example == $0 || example.hasPrefix("\($0) ")
                }
            }
        }
        let local = try examples(language)
        let english = try examples("en")
        #expect(english.count > 25)
        #expect(local.count == english.count)
        // An example that is the same in English is tested there.
        for (example, englishExample) in zip(local, english)
        where language == "en" || example != englishExample {
            // Each example runs on a new copy of the log.
            let copy = reader.home.file("copy.store")
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: reader.store, toPath: copy)
            // A redo needs an undo before it.
            if englishExample == "redo" { try reader.mybooks("--store", copy, "undo") }
            // Only a reading in progress can be paused.
            if example.hasPrefix("pause ") {
                try reader.mybooks("--store", copy, "-c", example.replacing("pause ", with: "start "))
            }
            let result = try reader.mybooks("--store", copy, "--language", language, "-c", example)
            // The program asks questions only at a terminal. This test expects them in English.
            if result.status == .exited(64) {
                let terminal = try reader.terminal("--store", copy, "-c", example)
                let question =
                    example.contains("delete")
                    ? "[y/N]" : example.hasPrefix("quote") ? "Quote (" : "Title: "
                try terminal.expect(question)
                try terminal.send(.controlC)
                try terminal.expect("Cancelled.")
                continue
            }
            #expect(result.status == .exited(0), "\(example): \(result.stderr)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Imported files with escape sequences", .level(.default))
struct HostileImportTests {
    private static let hostile = InvalidFiles.hostile

    /// The contents of the import files, by file name. Each file has a valid issue, and issues with escape
    /// sequences in each field.
    private static let files: [String: String] = {
        let json = #"\u001b[31m\u001b]0;x\u0007\u009b2J\u202e"#
        return [
            "odd.json": """
            [
              {"title": "Good", "status": "open", "tags": ["ok"]},
              {"title": "a\(json)", "status": "open"},
              {"title": "b", "status": "\(json)"},
              {"title": "c", "status": "open", "priority": "\(json)"},
              {"title": "d", "status": "open", "tags": ["\(json)"]},
              {"title": "e", "status": "open", "content": "\(json)"},
              {"title": "f", "status": "open", "created": "\(json)"},
              {"title": "g", "status": "open", "identifier": "\(json)"},
              {"title": 1, "\(json)": 2}, "\(json)"
            ]
            """,
            "odd.csv": """
            title,status,priority,tags,created,content,identifier
            Good,open,high,ok,,,
            a\(hostile),open,,,,,
            b,\(hostile),,,,,
            c,open,\(hostile),,,,
            d,open,,\(hostile),,,
            e,open,,,\(hostile),,
            f,open,,,,\(hostile),
            g,open,,,,,\(hostile)
            h,\"open\"\(hostile),,,,,

            """,
            "odd.md": """
            # A list \(hostile)

            - [ ] Good #ok
            - [ ] a\(hostile)
            - [\(hostile)] b
            - [ ] c #\(hostile)
            - [ ] d !\(hostile)
            - [ ] e <!-- id=\(hostile) created=\(hostile) -->
            - [ ] f
              \(hostile)

            """,
            "odd.txt": """
            (A) 2024-01-01 Good +ok
            a \(hostile)
            (\(hostile)) b
            x \(hostile) c
            d +\(hostile) @\(hostile) due:\(hostile)

            """,
            "none.json": #"{"\#(json)": [1"#,
            "none.csv": "\(hostile),x\n1,2\n",
        ]
    }()

    @Test(arguments: [
        "", "--json", "--csv", "--accessible", "--format table", "--format markdown", "--language pl",
    ])
    func `Reports, lists, history and errors never contain terminal commands`(format: String) throws {
        let person = try Person("portfolio")
        for (name, text) in Self.files { try person.home.write(text, to: name) }
        let name = "\u{1B}[31m\u{9B}2J.md"
        try person.home.write("- [ ] Good\n", to: name)
        let options = format.split(separator: " ").map(String.init)
        for file in Self.files.keys.sorted() + [name] {
            let store = "\(file.utf8.count)-\(file.suffix(5)).store"
            // The first lines show the issues as imported in memory; the second lines show them as read from
            // the store.
            for lines in [
                ["import '\(file)' --dry-run", "import '\(file)'", "list", "show 1"],
                [
                    "list", "show 1", "tags", "filters", "stats", "history", "import '\(file)'", "undo",
                ],
            ] {
                let arguments = lines.flatMap { ["-c", $0] }
                let result = try TestSupport.run(
                    person.path, ["--store", store, "--keep-going"] + options + arguments,
                    environment: person.environment, workingDirectory: person.home.path)
                #expect(!result.outputBytes.isEmpty, "\(file): \(result.stderr)")
                let obeyed = (result.stdout + result.stderr).unicodeScalars.filter { scalar in
                    let isControl =
                        scalar.properties.generalCategory == .control
                        || (0x202A...0x202E).contains(scalar.value)
                    return isControl && !"\n\t\r".unicodeScalars.contains(scalar)
                }
                #expect(obeyed.isEmpty, "\(file): \(obeyed.map(\.value))")
                #expect(!result.stderr.contains("unknown error"), "\(file): \(result.stderr)")
            }
        }
    }

    @Test
    func
        `Valid entries of such a file are imported, and each other one is reported with position and content`()
        throws
    {
        for (name, skipped) in [("odd.json", 8), ("odd.csv", 8), ("odd.md", 3), ("odd.txt", 1)] {
            let person = try Person("portfolio")
            try person.home.write(Self.files[name] ?? "", to: name)
            let result = try person.run("import", name)
            #expect(result.status == .exited(0))
            let warnings = (result.stdout + result.stderr).split(separator: "\n").filter {
                $0.hasPrefix("Warning: ") || $0.hasPrefix("Changed “")
            }
            // In JSON, one entry has only an unknown key.
            #expect(name != "odd.json" || result.stdout.contains("Not imported from the file: “␛[31m"))
            #expect(warnings.count >= skipped, "\(name): \(result.stdout)\(result.stderr)")
            #expect(warnings.allSatisfy { !$0.contains("..") }, "\(warnings)")
            #expect(warnings.contains { $0.contains("␛[31m") || $0.contains("U+001B") }, "\(warnings)")
            #expect(try person.run("list").stdout.contains("Good"), "\(name)")
        }
    }
}

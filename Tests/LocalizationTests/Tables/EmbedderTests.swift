import Foundation
import TestSupport
import Testing

@Suite("Table embedder", .level(.default))
struct EmbedderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func embed() throws -> ProcessResult {
        try run(
            ProgramUnderTest.path("LocalizationEmbedder"),
            [directory.path, directory.file("Tables.swift"), directory.file("stamp")],
            environment: directory.environment())
    }

    private func source() throws -> String {
        try String(contentsOfFile: directory.file("Tables.swift"), encoding: .utf8)
    }

    @Test func `The embedder writes all tables of all languages`() throws {
        try directory.write(
            #"/* c */ "Key" = "Text"; // more"# + "\n\"B\" = \"\\U00A0“x”\\n\";", to: "en.lproj/Shell.strings"
        )
        try directory.write(#""Key" = "Tekst";"#, to: "pl.lproj/Shell.strings")
        try directory.write("", to: "pl.lproj/Empty.strings")
        try directory.write("not a table", to: "pl.lproj/notes.txt")
        #expect(try embed().status == .exited(0))
        let source = try source()
        #expect(source.contains(#"["en", "pl"]"#))
        #expect(source.contains(#"Key\u{0}=Text\u{0}"#))
        #expect(source.contains(#"Key\u{0}=Tekst\u{0}"#))
        #expect(source.contains("B\\u{0}=\u{A0}“x”\\n\\u{0}"))
        #expect(source.contains(#"case "Empty":"#))
    }

    @Test func `Unchanged tables leave the source file unchanged`() throws {
        try directory.write(#""Key" = "Text";"#, to: "en.lproj/Shell.strings")
        _ = try embed()
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("Tables.swift"))
        let stamp = try Data(contentsOf: URL(fileURLWithPath: directory.file("stamp")))
        _ = try embed()
        let after = try FileManager.default.attributesOfItem(atPath: directory.file("Tables.swift"))
        #expect(attributes[.modificationDate] as? Date == after[.modificationDate] as? Date)
        #expect(attributes[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("stamp"))) != stamp)
    }

    @Test(arguments: [
        ("\"a\" = \"b\"\n\"c\" = \"d\";", 2, "“;” is missing after the text of “a”"),
        ("\n\"a\" \"b\";", 2, "“=” is missing after the key “a”"),
        ("\"a\" = \"b\";\n\n\"a\" = \"c\";", 3, "the key “a” is already on line 1"),
        ("\"a\" = \"b;\n", 1, "the closing quotation mark of the text of “a” is missing"),
        ("/* open\n\"a\" = \"b\";", 1, "this comment has no end"),
        ("a = \"b\";", 1, "a key in quotation marks is missing"),
        ("\"a\" = b;", 1, "the text of “a” in quotation marks is missing"),
        ("\n\n\"a\" = \"\\q\";", 3, "unknown escape “\\q”"),
        ("\"a\" = \"\\U00G0\";", 1, "four hexadecimal digits are needed"),
    ])
    func `A mistake in a strings file is reported with file and line`(
        contents: String, line: Int, message: String
    ) throws {
        let path = try directory.write(contents, to: "en.lproj/Shell.strings")
        let result = try embed()
        #expect(result.status == .exited(1))
        #expect(result.stderr.hasPrefix("\(path):\(line): error: "))
        #expect(result.stderr.contains(message))
        #expect(!FileManager.default.fileExists(atPath: directory.file("Tables.swift")))
    }

    /// Returns a `.stringsdict` file with one entry, whose nested values begin on line 7.
    private func stringsdict(_ parts: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>%lld books</key>
            <dict>
        \(parts)
            </dict>
        </dict>
        </plist>
        """
    }

    private let format = "<key>NSStringLocalizedFormatKey</key><string>%#@books@</string>"

    private func variable(_ forms: String) -> String {
        """
        <key>books</key>
        <dict>
        <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>lld</string>
        \(forms)
        </dict>
        """
    }

    @Test func `The embedder writes plurals`() throws {
        let forms =
            "<key>one</key><string>%lld &lt;book&gt; &#x2713;</string><!-- c --><key>other</key><string>%lld</string>"
        try directory.write(stringsdict(format + variable(forms)), to: "en.lproj/Shell.stringsdict")
        #expect(try embed().stderr == "")
        #expect(
            try source().contains(
                #"%lld books\u{0}#%#@books@\u{1}books\u{2}one\u{2}%lld <book> ✓\u{2}other\u{2}%lld\u{0}"#))
    }

    @Test func `A mistake in a plurals file is reported with file and line`() throws {
        let cases: [(String, Int, String)] = [
            (
                variable("<key>other</key><string>x</string>"), 6,
                "“%lld books” has no NSStringLocalizedFormatKey"
            ),
            (format, 6, "uses the variable “books” and does not describe it"),
            (format + variable("<key>one</key><string>x</string>"), 8, "has no form for “other”"),
            (
                format + "\n"
                    + variable("<key>other</key><string>x</string>\n<key>some</key><string>x</string>"), 13,
                "“some” is not a plural category"
            ),
            (
                format + variable("<key>one</key><string>x</string>\n<key>one</key><string>x</string>"), 12,
                "the key “one” is already on line 11"
            ),
            (format + "\n<key>books</key><true/>", 8, "holds only <dict> and <string>"),
            (format + "\n<key>books</key><string>x</string>", 8, "needs a <dict> of plural forms"),
            (format + "<key>x</key><string>&nope;</string>", 7, "“&nope;” does not stand for a character"),
            (format + "<!-- open", 7, "this comment has no end"),
        ]
        for (parts, line, message) in cases {
            let path = try directory.write(stringsdict(parts), to: "en.lproj/Shell.stringsdict")
            let result = try embed()
            #expect(result.status == .exited(1))
            #expect(result.stderr.hasPrefix("\(path):\(line): error: "), "\(result.stderr)")
            #expect(result.stderr.contains(message), "\(result.stderr)")
        }
    }

    @Test func `A key in both files of a table is refused`() throws {
        try directory.write(#""%lld books" = "x";"#, to: "en.lproj/Shell.strings")
        let forms = variable("<key>other</key><string>x</string>")
        try directory.write(stringsdict(format + forms), to: "en.lproj/Shell.stringsdict")
        #expect(try embed().stderr.contains("the key “%lld books” is already in "))
    }

    @Test func `Invalid texts and languages are refused`() throws {
        let path = directory.file("en.lproj/Shell.strings")
        try directory.write("", to: "en.lproj/Shell.strings")
        try Data([0x22, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        #expect(try embed().stderr == "\(path):1: error: this file is not in UTF-8\n")
        try directory.write("", to: "en.lproj/Shell.strings")
        try directory.write("", to: "not a language.lproj/Shell.strings")
        #expect(try embed().stderr.contains("“not a language” is not a language code"))
    }

    @Test func `Wrong arguments print the usage`() throws {
        let program = try ProgramUnderTest.path("LocalizationEmbedder")
        #expect(try run(program).status == .exited(64))
        #expect(try run(program, ["/nowhere", "/nowhere/out"]).status == .exited(1))
    }

    @Test func `The files of a folder are embedded unchanged by path`() throws {
        try directory.write("[{\"a\": \"é\\n\"}]\r\n", to: "Data/pl.lproj/awards.json")
        try directory.write("[]", to: "Data/awards.json")
        try directory.write("hidden", to: "Data/.swp")
        let result = try run(
            ProgramUnderTest.path("LocalizationEmbedder"),
            ["--files", directory.file("Data"), directory.file("Files.swift"), directory.file("stamp")],
            environment: directory.environment())
        #expect(result.status == .exited(0))
        let source = try String(contentsOfFile: directory.file("Files.swift"), encoding: .utf8)
        #expect(source.contains(#"["awards.json", "pl.lproj/awards.json"]"#))
        #expect(source.contains(#"return "[{\"a\": \"é\\n\"}]\r\n""#))
        #expect(!source.contains("hidden"))
    }

    @Test func `A file that is not UTF-8 is refused`() throws {
        try directory.write("x", to: "Data/a.json")
        try Data([0xFF]).write(to: URL(fileURLWithPath: directory.file("Data/b.json")))
        let result = try run(
            ProgramUnderTest.path("LocalizationEmbedder"),
            ["--files", directory.file("Data"), directory.file("Files.swift")],
            environment: directory.environment())
        #expect(result.status == .exited(1))
        #expect(result.stderr.contains("b.json:1: error: this file is not in UTF-8"))
    }
}

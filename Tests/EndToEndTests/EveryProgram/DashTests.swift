import Foundation
import TestSupport
import Testing

@Suite("A dash as path", .level(.default))
struct DashTests {
    private static let lines = [
        "mybooks": ["backup -", "restore - --yes"],
        "itour": ["backup -", "restore - --yes"],
        "moonshot": ["backup -", "restore - --yes"],
        "portfolio": ["backup -", "restore - --yes"],
    ]

    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "favourite 11",
        "portfolio": "new Fix it",
    ]

    @Test(arguments: Transcript.programs)
    func `A dash isn't a file name, and the message explains how to use standard streams`(program: String)
        throws
    {
        let person = try Person(program)
        try person.run("-c", try #require(Self.changes[program]))
        for line in try #require(Self.lines[program]) {
            let result = try person.run("-c", line)
            #expect(result.status == .exited(64), "\(line): \(result.stderr)")
            #expect(result.stdout.isEmpty, "\(line): \(result.stderr)")
            #expect(
                result.stderr.contains("“-” doesn't mean standard input or standard output here.\n"),
                "\(line): \(result.stderr)")
        }
        #expect(!FileManager.default.fileExists(atPath: person.home.file("-")))
        #expect(try person.run("backup", "./-").status == .exited(0))
        #expect(try person.run("restore", "./-", "--yes").status == .exited(0))
    }

    @Test func `A dash is standard input for imports and long texts, from a pipe and from a file`() throws {
        let reader = try Person("mybooks")
        try reader.run("-c", "add Solaris Lem", "-c", "export books.csv")
        let books = try String(contentsOfFile: reader.home.file("books.csv"), encoding: .utf8)
        for path in ["-", "/dev/stdin"] {
            let trial = try reader.run("import", path, "--dry-run", "--json", stdin: books).object
            #expect(trial["skipped"] as? Int == 0)
            #expect(trial["unchanged"] as? Int == 1)
        }
        try reader.home.write(
            "exec \"$1\" import - --dry-run --json < books.csv\n", to: "script.sh")
        let file = try TestSupport.run(
            "/bin/sh", ["script.sh", reader.path], environment: reader.environment,
            workingDirectory: reader.home.path)
        #expect(try file.object["unchanged"] as? Int == 1)
        let tracker = try Person("portfolio")
        try tracker.run("-c", "tag new work", "-c", "new \"Fix it\" --tag work")
        for format in ["json", "csv", "md", "txt"] {
            try tracker.run("export", "issues.\(format)")
            let issues = try String(contentsOfFile: tracker.home.file("issues.\(format)"), encoding: .utf8)
            let trial = try tracker.run("import", "-", "--dry-run", "--json", stdin: issues).object
            #expect(trial["unchanged"] as? Int == 1, "\(format): \(trial)")
            #expect(trial["skipped"] as? Int == 0, "\(format): \(trial)")
            let copy = try tracker.run("--store", "\(format).store", "import", "-", stdin: issues)
            #expect(copy.stdout.contains("Added 1,"), "\(format): \(copy.stdout)\(copy.stderr)")
        }
        let traveller = try Person("itour")
        try traveller.run("-c", "add Rome", "-c", "export trips.json")
        let trips = try String(contentsOfFile: traveller.home.file("trips.json"), encoding: .utf8)
        let trip = try traveller.run("--store", "b.store", "import", "-", stdin: trips)
        #expect(trip.status == .exited(0), "\(trip.stdout)\(trip.stderr)")
        #expect(trip.stdout.contains("1"), "\(trip.stdout)\(trip.stderr)")
        for path in ["-", "/dev/stdin"] {
            try tracker.run("content", "1", "--file", path, stdin: "Since \(path).\n")
            #expect(try tracker.run("show", "1", "--json").object["content"] as? String == "Since \(path).")
        }
    }

    @Test(arguments: ["mybooks", "portfolio"])
    func `If commands come from standard input, the message doesn't suggest standard input`(program: String)
        throws
    {
        let person = try Person(program)
        try person.run("-c", try #require(Self.changes[program]))
        let line = program == "mybooks" ? "import -" : "content 1 --file -"
        let remedy = "Give the path of a file. For a file named “-”, write “./-”."
        for arguments in [[], ["-f", "-"]] {
            let script = try TestSupport.run(
                person.path, arguments, stdin: line + "\n", environment: person.environment,
                workingDirectory: person.home.path)
            #expect(script.status == .exited(64), "\(arguments): \(script.stderr)")
            #expect(
                script.stderr.contains(remedy),
                "\(arguments): \(script.stderr)")
            #expect(
                !script.stderr.contains("/dev/stdin"),
                "\(arguments): \(script.stderr)")
        }
        let terminal = try person.terminal(columns: 200)
        try terminal.sendLine(line)
        let typed = try terminal.expectPrompt("\(program)> ")
        #expect(typed.contains(remedy), "\(typed)")
        #expect(!typed.contains("/dev/stdin"), "\(typed)")
    }
}

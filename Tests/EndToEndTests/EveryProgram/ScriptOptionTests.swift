import TestSupport
import Testing

@Suite("Scripts of every program", .level(.default))
struct ScriptOptionTests {
    /// For each program: a line that changes data, a line that fails, a line that prints data, and a part of
    /// the printed data.
    private static let lines: [String: (change: String, wrong: String, show: String, shown: String)] = [
        "mybooks": ("add 三体 刘", "rate 1 9", "list", "三体"), "itour": ("add 東京", "show 99", "list --all", "東京"),
        "moonshot": ("note 8 三", "mission 99", "notes", "三"), "portfolio": ("new 三", "show 99", "list", "三"),
        "syncserver": ("account add 甲 --yes", "device list 乙", "account list", "甲"),
    ]

    @Test(arguments: Transcript.all)
    func `With -f a file runs, comments are ignored, and an error ends it and names file and line`(
        program: String
    ) throws {
        let lines = try #require(Self.lines[program])
        let person = try Person(program)
        try person.home.write(
            "# a comment\n\(lines.change)\n\n\(lines.wrong)\n\(lines.show)\n", to: "my script.txt")
        let result = try person.run("-f", "my script.txt")
        #expect(result.status != .exited(0))
        #expect(result.stderr.hasPrefix("\(program): my script.txt: line 4: "), "\(result.stderr)")
        #expect(!result.stdout.contains("\t"))
        // The changes before the failing line were saved.
        #expect(try person.run("-c", lines.show).stdout.contains(lines.shown))
        #expect(try person.run("-f", "nowhere.txt").status == .exited(66))
        #expect(try person.run("-f", "-", stdin: "\(lines.show)\n").stdout.contains(lines.shown))
    }

    @Test(
        arguments: Transcript.all
    )
    func `With --keep-going a script continues, and the exit code is that of the first failure`(
        program: String
    ) throws {
        let lines = try #require(Self.lines[program])
        let script = "\(lines.wrong)\nnonsense\n\(lines.change)\n\(lines.show)\n"
        let person = try Person(program)
        let first = try person.run("-c", lines.wrong).status
        let result = try person.run("--keep-going", stdin: script)
        #expect(result.status == first)
        #expect(first != .exited(0))
        #expect(result.stderr.contains(": line 1: "))
        #expect(result.stderr.contains(": line 2: "))
        #expect(result.stdout.contains(lines.shown))
        try person.home.write(script, to: "script")
        #expect(try person.run("--keep-going", "-f", "script").stderr.contains("script: line 2: "))
        #expect(try person.run("--keep-going", "-c", "nonsense", "-c", "echo on").stdout == "on\n")
    }

    @Test(arguments: Transcript.all)
    func `With --quiet, confirmations are omitted, and requested output and errors remain`(program: String)
        throws
    {
        let lines = try #require(Self.lines[program])
        let person = try Person(program)
        let result = try person.run(
            "--quiet", stdin: "\(lines.change)\necho here\n\(lines.show)\n\(lines.wrong)\n")
        #expect(result.stdout.hasPrefix("here\n"))
        #expect(result.stdout.contains(lines.shown))
        #expect(result.stderr.contains("line 4"))
        #expect(result.status != .exited(0))
    }

    @Test(arguments: Transcript.all)
    func `The commands set and echo work in scripts, and settings apply to the following lines`(
        program: String
    ) throws {
        let result = try Person(program).run(stdin: "set language hu\necho 'a  b' # c\nnonsense\n")
        #expect(result.stdout.hasSuffix("a  b # c\n"))
        #expect(result.stderr.hasPrefix("\(program): 3. sor: "), "\(result.stderr)")
    }
}

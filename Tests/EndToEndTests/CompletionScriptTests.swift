import TestSupport
import Testing

@Suite("Completion in the operating system's shells, and the manual page")
struct CompletionScriptTests {
    /// What bash would put in the place of the last word of a line.
    private func bash(_ line: String, _ words: [String]) throws -> [String] {
        let result = try run(
            "/bin/bash",
            [
                "-c",
                """
                mkdir -p bin && ln -sf "$mybooks" bin/mybooks && PATH=$PWD/bin:$PATH
                compopt() { :; }
                source <(mybooks completions bash)
                COMP_LINE=$1 COMP_POINT=${#1}; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                _mybooks; printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", line,
            ] + words, environment: reader.environment.merging(["mybooks": reader.program]) { $1 },
            workingDirectory: reader.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
        return result.stdout.split(separator: "\n").map(String.init)
    }

    private let reader: Reader

    init() throws {
        reader = try Reader()
        try reader.mybooks("add", "War and Peace", "Tolstoy")
        try reader.mybooks("add", "Łódź", "X")
    }

    @Test("bash completes commands, options, their values and titles")
    func bashScript() throws {
        #expect(try bash("mybooks sea", ["mybooks", "sea"]) == ["search"])
        #expect(try bash("mybooks --langu", ["mybooks", "--langu"]) == ["--language"])
        #expect(try bash("mybooks list --sort ti", ["mybooks", "list", "--sort", "ti"]) == ["title"])
        #expect(try bash("mybooks list --sort=ti", ["mybooks", "list", "--sort", "=", "ti"]) == ["title"])
        #expect(try bash("mybooks show lod", ["mybooks", "show", "lod"]) == ["Łódź"])
        #expect(try bash("mybooks show \"war a", ["mybooks", "show", "\"war a"]) == ["War and Peace"])
    }

    @Test(
        "The scripts of all shells are read by them without an error, where they are installed",
        arguments: ["bash", "zsh", "fish"])
    func syntax(shell: String) throws {
        let result = try reader.shell(
            "\"$mybooks\" completions \(shell) > script && if command -v \(shell) > /dev/null; then \(shell) -n script; fi"
        )
        #expect(result.status == .exited(0) && result.stderr.isEmpty, "\(result.stderr)")
        #expect(try reader.mybooks("completions", "tcsh").status == .exited(64))
    }

    @Test(
        "The manual page has every command, option and setting, in each language",
        arguments: ["en", "pl", "hu"])
    func manual(language: String) throws {
        let page = try reader.mybooks("--language", language, "manual").stdout
        #expect(page.hasPrefix(".TH \"MYBOOKS\" 1"))
        for part in [
            "\\-\\-allow\\-duplicate", "\\-\\-language", "set dates", ".SS \"history", "NO_COLOR", "74",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
        let checked = try reader.shell(
            "if command -v groff > /dev/null; then \"$mybooks\" manual | groff -k -man -Tutf8 -ww > page; fi")
        #expect(checked.status == .exited(0) && checked.stderr.isEmpty, "\(checked.stderr)")
    }
}

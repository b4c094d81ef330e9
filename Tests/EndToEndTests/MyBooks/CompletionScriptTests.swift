import Foundation
import TestSupport
import Testing

@Suite("Completion scripts and manual page of mybooks", .level(.default))
struct CompletionScriptTests {
    /// Returns Bash's completions of the last word of a line.
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

    /// Returns fish's completions of the last word of a line.
    private func fish(_ line: String) throws -> [String] {
        let result = try run(
            "/usr/bin/env",
            [
                "fish", "--no-config", "-c",
                """
                mkdir -p bin; ln -sf $mybooks bin/mybooks; set -x PATH $PWD/bin $PATH
                mybooks completions fish | source; complete -C $argv[1]
                """, line,
            ], environment: reader.environment.merging(["mybooks": reader.program]) { $1 },
            workingDirectory: reader.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
        return result.stdout.split(separator: "\n").map(String.init)
    }

    /// Starts a zsh that has loaded the completion script.
    private func zsh() throws -> PseudoTerminal {
        try reader.home.write(
            """
            mkdir -p bin && ln -sf $mybooks bin/mybooks && PATH=$PWD/bin:$PATH
            autoload -U compinit && compinit -u -D
            source <(mybooks completions zsh)
            unset zle_bracketed_paste; unsetopt prompt_sp
            PS1='zsh> '
            """, to: "setup.zsh")
        let terminal = try PseudoTerminal(
            "/usr/bin/env", ["zsh", "-f", "-i"],
            environment: reader.environment.merging([
                "mybooks": reader.program, "TERM": "dumb", "LC_ALL": "C.UTF-8",
            ]) { $1 },
            workingDirectory: reader.home.path, columns: 200)
        try terminal.sendLine("source ./setup.zsh")
        try terminal.expectPrompt("zsh> ")
        return terminal
    }

    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin", "/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
        }
    }

    private let reader: Reader

    init() throws {
        reader = try Reader()
        try reader.mybooks("add", "War and Peace", "Tolstoy")
        try reader.mybooks("add", "Łódź", "X")
    }

    @Test func `Bash completes commands, options, their values and titles`() throws {
        #expect(try bash("mybooks sea", ["mybooks", "sea"]) == ["search"])
        #expect(try bash("mybooks --langu", ["mybooks", "--langu"]) == ["--language"])
        #expect(try bash("mybooks list --sort ti", ["mybooks", "list", "--sort", "ti"]) == ["title"])
        #expect(try bash("mybooks list --sort=ti", ["mybooks", "list", "--sort", "=", "ti"]) == ["title"])
        #expect(try bash("mybooks show lod", ["mybooks", "show", "lod"]) == ["Łódź"])
        #expect(try bash("mybooks show \"war a", ["mybooks", "show", "\"war a"]) == ["War and Peace"])
        // Bash treats the text after a colon as a separate word.
        try reader.mybooks("add", "12", "X")
        #expect(try bash("mybooks show 12", ["mybooks", "show", "12"]) == ["title:12"])
        #expect(try bash("mybooks show title:12", ["mybooks", "show", "title", ":", "12"]) == ["12"])
        #expect(try bash("mybooks show title:", ["mybooks", "show", "title", ":"]).contains("12"))
    }

    @Test(arguments: [
        #"mybooks show title:War\ a"#, #" mybooks show title:War\ a"#, "mybooks show\ttitle:War\\ a",
        #"mybooks delete a\\ title:War\ a"#, #"mybooks delete a\\\ b title:War\ a"#,
    ])
    func `Bash gets only the part after a : or =, whatever whitespace the line has`(line: String) throws {
        #expect(try bash(line, ["mybooks", "show", "title", ":", #"War\ a"#]) == ["War and Peace"])
    }

    @Test func `Bash completes words with escaped or quoted spaces, also after a : or =`() throws {
        try reader.mybooks("add", "1984: a novel", "Orwell")
        try reader.mybooks("add", "Dune: Part Two: A Novel", "X")
        try reader.mybooks("shelf", "add", "war", "to lend")
        try reader.home.write(
            """
            mkdir -p bin && ln -sf "$mybooks" bin/mybooks && PATH=$PWD/bin:$PATH
            source <(mybooks completions bash)
            """, to: "setup.bash")
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: reader.environment.merging([
                "mybooks": reader.program, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PS1": "bash> ",
            ]) { $1 },
            workingDirectory: reader.home.path, columns: 200)
        try terminal.expectPrompt("bash> ")
        try terminal.sendLine("source ./setup.bash")
        try terminal.expectPrompt("bash> ")
        for (typed, completed) in [
            (#"show War\ a"#, #"show War\ and\ Peace"#), ("show \"war a", "show \"War and Peace\""),
            (#"show title:War\ a"#, #"show title:War\ and\ Peace"#),
            ("show \"title:War a", "show \"title:War and Peace\""),
            ("show title:\"War a", "show title:\"War and Peace\""),
            (#"show 1984:\ a"#, #"show 1984:\ a\ novel"#),
            (#"show Dune:\ Part\ Two:\ A"#, #"show Dune:\ Part\ Two:\ A\ Novel"#),
            (#"list --shelf=to\ l"#, #"list --shelf=to\ lend"#), ("list --sort=ti", "list --sort=title"),
        ] {
            try terminal.send("mybooks \(typed)\t")
            try terminal.send("x")
            try terminal.send(.controlL)
            try terminal.expect("bash> mybooks \(completed) x")
            try terminal.send(.controlU)
        }
    }

    @Test func `Tab uses --store and --language of the line and creates no files`() throws {
        try reader.mybooks("--store", "other.store", "add", "Only elsewhere", "Nobody")
        #expect(
            try bash(
                "mybooks --store other.store delete ", ["mybooks", "--store", "other.store", "delete", ""])
                == ["Only elsewhere"])
        #expect(
            try bash(
                "mybooks delete --store other.store on",
                ["mybooks", "delete", "--store", "other.store", "on"])
                == ["Only elsewhere"])
        #expect(try bash("mybooks delete on", ["mybooks", "delete", "on"]) == [])
        #expect(
            try bash(
                "mybooks --language pl list --status prz",
                ["mybooks", "--language", "pl", "list", "--status", "prz"]) == ["przeczytana"])
        let another = try Reader()
        try another.mybooks("--store", "other.store", "add", "Only elsewhere", "Nobody")
        let offered = try another.mybooks("completions", "bash", "mybooks --store other.store delete ")
        #expect(offered.stdout == "Only elsewhere\n")
        #expect(offered.stderr.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: another.store))
        #expect(try another.mybooks("completions", "bash", "mybooks --store typo.store delete ").stdout == "")
        #expect(!FileManager.default.fileExists(atPath: another.home.file("typo.store")))
    }

    @Test(.enabled(if: isInstalled("fish"), "fish isn't installed"))
    func `Fish completes commands, options, their values, titles and files`() throws {
        #expect(try fish("mybooks sea") == ["search"])
        #expect(try fish("mybooks --langu") == ["--language"])
        #expect(try fish("mybooks list --sort ti") == ["title"])
        #expect(try fish("mybooks list --sort=ti") == ["--sort=title"])
        #expect(try fish("mybooks show Łó") == ["Łódź"])
        #expect(try fish("mybooks show \"war a") == ["War and Peace"])
        #expect(try fish("mybooks show war\\ a") == ["War and Peace"])
        #expect(try fish("mybooks import b") == ["bin/"])
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh isn't installed"))
    func `Zsh completes commands, options, their values, titles and files, and quotes them if necessary`()
        throws
    {
        let terminal = try zsh()
        for (typed, completed) in [
            ("sea", "mybooks search x"), ("list --sort ti", "--sort title x"),
            ("list --sort=ti", "--sort=title x"), ("show lod", "show Łódź x"),
            ("show \"war a", "show \"War and Peace\" x"), ("show war\\ a", "show War\\ and\\ Peace x"),
            ("import bi", "import bin/x"),
        ] {
            try terminal.send("mybooks \(typed)\t")
            try terminal.send("x")
            try terminal.send(.controlL)
            try terminal.expect(completed)
            try terminal.send(.controlU)
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Output of portfolio", .level(.default))
struct PortfolioOutputTests {
    @Test func `Accessible mode prints priorities, locks and dates in words`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new work", "new Fix --priority high --tag work")
        let list = try tracker.portfolio("list", "--accessible").stdout
        #expect(list.hasPrefix("1 open issue\nFix: number 1, high priority, created "))
        #expect(list.hasSuffix(", tagged work.\n"))
        let awards = try tracker.portfolio("awards", "--accessible").stdout
        #expect(awards.contains("Status: unlocked\n"))
        #expect(awards.contains("Status: locked\n"))
        #expect(!awards.contains("✦"))
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let shown = try tracker.portfolio("show", "1", "--accessible").stdout
        let modified = try #require(shown.split(separator: "\n").first { $0.hasPrefix("Modified: ") })
        #expect(months.contains { modified.contains($0) }, "\(modified)")
    }

    @Test(arguments: [
        ("en", "1 hour 30 minutes", "1 h 30 min"), ("pl", "1 godzina 30 minut", "1 godz. 30 min"),
    ])
    func `Accessible mode has words for the units of a sum`(language: String, words: String, short: String)
        throws
    {
        let tracker = try Tracker()
        try tracker.script("new Fix --estimate 1h", "new Test --estimate 30min")
        for line in ["list", "stats"] {
            let spoken = try tracker.portfolio(line, "--accessible", "--language", language).stdout
            #expect(spoken.contains(words), "\(spoken)")
            let shown = try tracker.portfolio(line, "--format", "table", "--language", language).stdout
            #expect(shown.replacing("\u{A0}", with: " ").contains(short), "\(shown)")
        }
    }

    @Test(arguments: ["all.json", "all.csv", "all.md"])
    func `An export contains unused tags and the modification dates of issues`(file: String) throws {
        let tracker = try Tracker()
        try tracker.script("tag new empty", "tag new \"two words\"", "new A", "export \(file)")
        // Change the modification date in the file to an earlier day, so that the issue isn't recent.
        let written = try String(contentsOfFile: tracker.home.file(file), encoding: .utf8)
        let modified = try #require(try tracker.value("modified"))
        let day = String(modified.prefix(10))
        try tracker.home.write(written.replacing(day, with: "2024-02-03"), to: file)
        let imported = try tracker.script("import \(file)", arguments: ["--store", "copy.store"])
        #expect(imported.stdout.contains("Added 1, changed 0, left 0 unchanged, skipped 0.\n"))
        #expect(imported.stdout.contains("Created 2 tags without issues.\n"), "\(imported)")
        #expect(
            try tracker.portfolio("--store", "copy.store", "tags").stdout
                == "1\tempty\t0\t0\n2\ttwo words\t0\t0\n")
        let copy = try tracker.portfolio("--store", "copy.store", "show", "1", "--json").object
        #expect((copy["modified"] as? String)?.hasPrefix("2024-02-03T") == true, "\(copy)")
        #expect(!(try tracker.portfolio("--store", "copy.store", "list").stdout.isEmpty))
        #expect(!(try tracker.portfolio("--store", "copy.store", "filter", "recent").stdout.contains("A\t")))
        // A later change of the issue updates its modification date.
        try tracker.portfolio("--store", "copy.store", "priority", "high", "1")
        let changed = try tracker.portfolio("--store", "copy.store", "show", "1", "--json").object
        #expect((changed["modified"] as? String)?.hasPrefix(day) == true, "\(changed)")
        let again = try tracker.script("import \(file)", arguments: ["--store", "copy.store"])
        #expect(!again.stdout.contains("Made"), "\(again)")
    }

    @Test(arguments: ["all.json", "all.csv", "all.md", "all.txt"])
    func `Importing an export with two issues of the same title into its store changes nothing`(file: String)
        throws
    {
        let tracker = try Tracker()
        let result = try tracker.script(
            "new Buy milk", "new Buy milk", "close 2", "export \(file)", "import \(file)")
        #expect(
            result.stdout.contains("Added 0, changed 0, left 2 unchanged, skipped 0.\n"), "\(result)")
        #expect(try tracker.value("status", of: "1") == "open")
        #expect(try tracker.value("status", of: "2") == "closed")
    }

    @Test(arguments: [
        ("en", "2 open issues", "1 open issue", "No tags"),
        ("pl", "2 otwarte zgłoszenia", "1 otwarte zgłoszenie", "Bez etykiet"),
        ("hu", "2 nyitott feladat", "1 nyitott feladat", "Nincs címke"),
    ])
    func `Every language has correct plurals`(language: String, two: String, one: String, none: String) throws
    {
        let tracker = try Tracker()
        try tracker.script(
            "tag new a", "tag new b", "new One --tag a --tag b", "new Two --tag a", "back", "new Three",
            "close")
        let filters = try tracker.portfolio("filters", "--language", language).stdout
        #expect(filters.contains("#a\t\(two)\n"))
        #expect(filters.contains("#b\t\(one)\n"))
        #expect(try tracker.portfolio("list", "--all", "--language", language).stdout.contains(none))
    }

    private static let screens = [
        "list", "list 三 --priority -low", "filters", "filter recent --status open", "sort modified", "show 1",
        "open 1",
        "awards", "award 三", "stats", "tags", "tag 2 1", "tag 標 1", "untag 標 1", "tag new 標",
        "tag rename 標 号",
        "tag delete 標 --yes", "close 1", "reopen 1", "priority high 1", "priority low 1", "title 1 三",
        "delete 1 --yes", "samples",
        "reset --yes", "content 1 --text 字", "content 1", "new 三", "import /1.json", "export /1", "help",
        "help list",
        "help tag", "help content", "set", "undo", "show 99", "list --status 三", "copy",
    ]

    @Test(arguments: screens)
    func `Every text of every screen is localized`(screen: String) throws {
        let home = try TemporaryDirectory.copy(of: "an issue") { home in
            try Tracker(home: home).script("tag new 標", "new 三体", "content --text …")
        }
        let tracker = try Tracker(home: home, adding: ["COLUMNS": "100"])
        let result = try run(
            "/bin/sh", ["-c", "\"$portfolio\" --language en-XA --format table \(screen) 2>&1 < /dev/null"],
            environment: tracker.environment.merging(["portfolio": tracker.program]) { $1 },
            workingDirectory: tracker.home.path)
        for line in result.stdout.split(separator: "\n") {
            // Skip these screens, because they also contain text that isn't localized.
            if screen.hasPrefix("help") || screen == "set" || screen == "awards" || screen == "samples" {
                continue
            }
            let words = line.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            let unknown = words.filter { !Self.grammar.contains($0) }
            #expect(unknown.isEmpty, "\(line)")
        }
        #expect(result.stdout.contains("⟦") || screen == "copy" && !result.stdout.isEmpty)
    }

    /// Words that aren't localized: words that users type, names of months, and AM and PM.
    private static let grammar: Set<String> = Set(
        """
        portfolio list all open closed low medium high status priority tag new rename delete content text file json csv md
        txt ics export import title show yes list filters awards Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec AM PM ISSUE
        TERM samples undo editor Done First Steps Sorted and or N TITLE LOW MEDIUM HIGH tags copy C reopen close
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let badLines: [([String], Int32)] = [
        (["title", "1", ""], 64), (["priority", "urgent", "1"], 64), (["tag", "nothing", "1"], 1),
        (["filter", "nothing"], 1),
        (["show", "99"], 1), (["show"], 1), (["tag", "new", "work"], 1), (["tag", "new", "WORK"], 1),
        (["title", "1", "a\u{1B}[2Jb"], 64),
        (["import", "missing.json"], 66), (["import", "a.xml"], 64), (["reset"], 64),
        (["list", "--tag", "nothing"], 1),
        (["content", "1", "--text", "x", "--editor"], 64), (["filter", "--on", "--off"], 64),
        (["list", "--frob"], 64),
        (["award", "xyzzy"], 1), (["samples", "--seed", "-1"], 64), (["tag", "delete", "recent"], 1),
    ]

    @Test(arguments: badLines)
    func `Bad input is reported and changes nothing`(arguments: [String], code: Int32) throws {
        let home = try TemporaryDirectory.copy(of: "a tag and an issue") { home in
            let tracker = try Tracker(home: home)
            try tracker.script("tag new work", "new Title --tag work --content text")
            try home.write(tracker.portfolio("list", "--json").stdout, to: "before")
        }
        let tracker = try Tracker(home: home)
        let before = try String(contentsOfFile: home.file("before"), encoding: .utf8)
        let result = try run(
            tracker.program, arguments, environment: tracker.environment, workingDirectory: tracker.home.path)
        #expect(result.status == .exited(code), "\(result.stderr)")
        #expect(result.stderr.hasPrefix("portfolio: "), "\(result.stderr)")
        #expect(!result.stderr.contains("\u{1B}"))
        #expect(result.stdout.isEmpty)
        #expect(try tracker.portfolio("list", "--json").stdout == before)
    }

    @Test func `Without an editor, the message explains other ways to enter content`() throws {
        let tracker = try Tracker()
        let result = try tracker.script("new Title", "content 1 --editor")
        #expect(result.status == .exited(64))
        #expect(
            result.stderr.hasSuffix(
                "An editor can only be opened at a terminal.\nUse --text or --file instead.\n"))
    }

    private static func hasPackage(_ name: String) -> Bool {
        (try? run("/usr/bin/env", ["python3", "-c", "import \(name)"], environment: pythonEnvironment))?
            .status == .exited(0)
    }

    @Test(.enabled(if: hasPackage("pytodotxt"), "Python with pytodotxt is not installed"))
    func `The Python package pytodotxt reads the exported todo.txt`() throws {
        let tracker = try Tracker()
        try tracker.script(
            "samples", "new Call +1 back soon --priority high", "tag new \"two words\"", "tag \"two words\"",
            "close", "export todo.txt")
        let code = """
            import json, pytodotxt
            tasks = pytodotxt.TodoTxt("todo.txt").parse()
            print(json.dumps([dict(done=bool(t.is_completed), priority=t.priority or (t.attributes.get("pri") or [None])[0],
                created=str(t.creation_date), completed=str(t.completion_date) if t.completion_date else None,
                projects=sorted(t.projects), text=t.description) for t in tasks]))
            """
        let read = try run(
            "/usr/bin/env", ["python3", "-c", code], environment: Self.pythonEnvironment,
            workingDirectory: tracker.home.path)
        #expect(read.status == .exited(0), "\(read.stderr)")
        let tasks = try read.objects
        let issues = try tracker.portfolio("list", "--all", "--json").objects
        #expect(tasks.count == issues.count)
        #expect(tasks.count == 51)
        let byNumber = issues.sorted { ($0["number"] as? Int ?? 0) < ($1["number"] as? Int ?? 0) }
        for (task, issue) in zip(tasks, byNumber) {
            #expect(task["done"] as? Bool == (issue["status"] as? String == "closed"))
            let letter: String? = ["high": "A", "medium": "B"][issue["priority"] as? String ?? ""]
            #expect(task["priority"] as? String == letter)
            #expect(task["created"] as? String == (issue["created"] as? String)?.prefix(10).description)
            #expect(task["completed"] as? String == (issue["closed"] as? String)?.prefix(10).description)
            let title = issue["title"] as? String ?? ""
            #expect((task["text"] as? String)?.hasPrefix(title) == true)
            let tags = Set(
                (issue["tags"] as? [String] ?? []).map { $0.replacingOccurrences(of: " ", with: "_") })
            #expect(Set(task["projects"] as? [String] ?? []).isSuperset(of: tags))
        }
    }

    @Test(.enabled(if: hasPackage("pytodotxt"), "Python with pytodotxt is not installed"))
    func `A todo.txt that pytodotxt writes again is the same for sync-file`() throws {
        let tracker = try Tracker()
        try tracker.home.write(
            "Odd p:3 http://a.b +x-y @c rec:1d t:2024-02-01\nx 2024-01-02 Done\n", to: "todo.txt")
        try tracker.script(
            "samples", "new Water #home !high every:weekly due:2099-12-05 --yes", "sync-file todo.txt")
        let code = """
            import pytodotxt
            file = pytodotxt.TodoTxt("todo.txt")
            file.parse()
            file.save()
            """
        let result = try run(
            "/usr/bin/env", ["python3", "-c", code], environment: Self.pythonEnvironment,
            workingDirectory: tracker.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(try tracker.script("sync-file todo.txt").stdout == "“todo.txt” and portfolio agree.\n")
    }

    @Test(.enabled(if: hasPackage("topydo"), "Python with topydo is not installed"))
    func `A todo.txt that topydo changes is taken over, and topydo reads what sync-file writes`() throws {
        let tracker = try Tracker()
        try tracker.home.write("[topydo]\nfilename = todo.txt\narchive_filename =\n", to: "config")
        func topydo(_ arguments: String...) throws -> String {
            let result = try run(
                "/usr/bin/env", ["topydo", "-c", "config", "-t", "todo.txt"] + arguments,
                environment: Self.pythonEnvironment, workingDirectory: tracker.home.path)
            #expect(result.status == .exited(0), "\(arguments): \(result.stdout)\(result.stderr)")
            return result.stdout
        }
        try tracker.script(
            "new Call #home !high due:2099-12-05 --yes", "new Water every:weekly due:2090-11-30",
            "new Paint est:2h", "sync-file todo.txt")
        #expect(try topydo("ls").contains("Paint"))
        _ = try topydo("do", "2")
        _ = try topydo("pri", "3", "B")
        _ = try topydo("add", "Buy paint +home due:2099-01-01")
        let taken = try tracker.script("sync-file todo.txt").stdout
        #expect(taken.contains("Added to portfolio: “Water” and “Buy paint”.\n"), "\(taken)")
        #expect(taken.contains("Changed in portfolio: “Water” and “Paint”.\n"), "\(taken)")
        let issues = try tracker.portfolio("list", "--all", "--json").objects
        #expect(issues.count == 5)
        let water = issues.filter { $0["title"] as? String == "Water" }
        #expect(Set(water.compactMap { $0["due"] as? String }) == ["2090-11-30", "2090-12-07"])
        #expect(water.compactMap { $0["status"] as? String }.sorted() == ["closed", "open"])
        #expect(try tracker.value("priority", of: "3") == "medium")
        // The other direction.
        try tracker.script("close Paint", "due 2099-12-06 Call", "sync-file todo.txt")
        let listed = try topydo("ls")
        #expect(!listed.contains("Paint"))
        #expect(listed.contains("due:2099-12-06"))
        #expect(try tracker.script("sync-file todo.txt").stdout == "“todo.txt” and portfolio agree.\n")
    }

    @Test func `Other names of the formats of exports are accepted`() throws {
        let tracker = try Tracker()
        try tracker.script("new Call #home --yes")
        #expect(try tracker.portfolio("export", "-", "--as", "todo").stdout.contains("Call +home id:"))
        #expect(try tracker.portfolio("export", "-", "--as", "markdown").stdout.contains("[ ] Call"))
    }

    /// The environment with which the machine's Python is found.
    private static var pythonEnvironment: [String: String] {
        let environment = ProcessInfo.processInfo.environment
        return ["PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": environment["HOME"] ?? "/"]
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Errors in input are reported once and lose no data", .level(.default))
struct BadInputTests {
    /// Runs a command that must fail. Standard error must contain one problem and at most one remedy.
    @discardableResult
    func refuse(
        _ reader: Reader, _ arguments: String..., code: Int32, says words: String...,
        location: SourceLocation = #_sourceLocation
    ) throws -> ProcessResult {
        let result = try run(
            reader.program, arguments, stdin: "", environment: reader.environment,
            workingDirectory: reader.home.path)
        #expect(result.status == .exited(code), "\(result.stderr)", sourceLocation: location)
        #expect(result.stdout.isEmpty, sourceLocation: location)
        #expect(result.stderr.hasPrefix("mybooks: "), "\(result.stderr)", sourceLocation: location)
        for word in words {
            #expect(result.stderr.contains(word), "\(word) in \(result.stderr)", sourceLocation: location)
        }
        return result
    }

    @Test func `Unknown commands, options and values are reported`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "A", "X")
        try refuse(reader, "frobnicate", code: 64, says: "frobnicate")
        try refuse(reader, "list", "--frobnicate", code: 64, says: "--frobnicate")
        try refuse(reader, "list", "--sort", "colour", code: 64, says: "colour", "title")
        try refuse(reader, "list", "--rating", "7", code: 64, says: "7")
        try refuse(reader, "list", "--rating", "5..3", code: 64, says: "5..3")
        try refuse(reader, "list", "--sort", code: 64, says: "--sort")
        try refuse(reader, "shelves", "extra", code: 64, says: "extra")
        try refuse(reader, "list", "pagse:3", code: 64, says: "pagse:", "pages:")
        try refuse(reader, "edit", "1", "--added", "2023-02-30", code: 64, says: "2023-02-30")
        try refuse(reader, "edit", "1", "--added", "someday", code: 64, says: "someday")
        try refuse(reader, "status", "1", "lost", code: 64, says: "lost")
        try refuse(reader, "--language", "xx", "list", code: 64, says: "xx")
        try refuse(reader, "--store", code: 64, says: "--store")
        #expect(try reader.titles() == ["A"])
    }

    @Test func `Missing, unreadable, empty and binary files and directories are reported`() throws {
        let reader = try Reader()
        try refuse(reader, "import", "missing.csv", code: 66, says: "missing.csv")
        try refuse(reader, "import", ".", code: 66, says: "directory")
        try reader.home.write("", to: "empty.csv")
        try refuse(reader, "import", "empty.csv", code: 65, says: "empty")
        try reader.home.write("ELF\u{0}\u{1}\u{2}", to: "binary.csv")
        try refuse(reader, "import", "binary.csv", code: 65, says: "binary.csv")
        try reader.home.write("Name,Writer\nA,B\n", to: "columns.csv")
        try refuse(reader, "import", "columns.csv", code: 65, says: "Title", "Author")
        try reader.home.write("[{]", to: "broken.json")
        try refuse(reader, "import", "broken.json", code: 65, says: "JSON")
        try reader.home.write("{\"title\": \"A\"}", to: "object.json")
        try refuse(reader, "import", "object.json", code: 65, says: "object.json")
        try refuse(reader, "export", "books.txt", code: 64, says: ".json", ".csv")
        try refuse(reader, "export", "no/such/place.json", code: 74, says: "no/such/place.json")
        try reader.home.write("x", to: "there.json")
        try refuse(reader, "export", "there.json", code: 1, says: "there.json", "--overwrite")
        #expect(try reader.mybooks("export", "there.json", "--overwrite").status == .exited(0))
    }

    @Test func `Another encoding and invalid bytes in rows are reported`() throws {
        let reader = try Reader()
        let utf16 = Data("Title,Author\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        // The last character lacks its second byte.
        try (Data([0xFF, 0xFE]) + utf16 + [0x41]).write(
            to: URL(fileURLWithPath: reader.home.file("utf16.csv")))
        try refuse(reader, "import", "utf16.csv", code: 65, says: "UTF-8")
        var rows = Data("Book Id,Title,Author,Exclusive Shelf\n1,Caf".utf8)
        rows += [0xE9]
        rows += Data(",A,read\n2,Good,B,read\n".utf8)
        try rows.write(to: URL(fileURLWithPath: reader.home.file("latin1.csv")))
        // Nothing is imported in part because of the encoding.
        try refuse(reader, "import", "latin1.csv", code: 65, says: "--encoding")
        #expect(try reader.titles() == [])
        let result = try reader.mybooks("import", "latin1.csv", "--encoding", "iso-8859-1")
        #expect(result.status == .exited(0))
        #expect(try reader.titles() == ["Café", "Good"])
        // One invalid byte in a file of UTF-8 costs its row.
        rows += Data("3,Łódź,C,read\n4,x".utf8)
        rows += [0xE9]
        rows += Data(",D,read\n".utf8)
        try rows.write(to: URL(fileURLWithPath: reader.home.file("mixed.csv")))
        let mixed = try reader.mybooks("import", "mixed.csv")
        #expect((mixed.stdout + mixed.stderr).contains("Line 2 was skipped"))
        #expect(try reader.shell("printf 'add A\\377 B\\n' | \"$mybooks\"").status == .exited(65))
    }

    @Test func `A file that isn't this program's intact store is refused and unchanged`() throws {
        let reader = try Reader()
        try reader.home.write(String(repeating: "not a database. ", count: 100), to: "text.store")
        try refuse(reader, "--store", "text.store", "list", code: 65, says: "text.store")
        #expect(try reader.shell("head -c 15 text.store").stdout == "not a database.")
        try refuse(reader, "--store", ".", "list", code: 66, says: "directory")
        try refuse(reader, "--store", "text.store/below", "list", code: 65, says: "text.store")

        try reader.mybooks("samples")
        let cut = try reader.shell(
            "head -c 5000 \(reader.store) > cut.store; \"$mybooks\" --store cut.store list")
        #expect(cut.status == .exited(65))
        #expect(cut.stderr.contains("cut.store"))
        #expect(try reader.shell("stat -c %s cut.store").stdout == "5000\n")

        let foreign = try reader.shell(
            "command -v sqlite3 >/dev/null || exit 99; sqlite3 foreign.store 'PRAGMA application_id=7; CREATE TABLE t(x)';"
                + " \"$mybooks\" --store foreign.store list")
        if foreign.status != .exited(99) {
            #expect(foreign.status == .exited(65))
            #expect(foreign.stderr.contains("foreign.store"))
        }
    }

    @Test func `A read-only disk causes one message and exit code 74, and the store is unchanged`() throws {
        let reader = try Reader()
        let result = try reader.shell(
            """
            unshare -m true 2>/dev/null || exit 99
            unshare -m sh -c 'mkdir ro && mount -t tmpfs -o size=4m none ro || exit 99
                "$mybooks" --store ro/s.store add First Book || exit 98
                mount -o remount,ro ro || exit 99
                "$mybooks" --store ro/s.store add Second Book; echo "status $?"
                "$mybooks" --store ro/new.store add A B; echo "status $?"
                mount -o remount,rw ro
                "$mybooks" --store ro/s.store list'
            """)
        if result.status == .exited(99) {
            print("not tried: this user may not mount a disk")
            return
        }
        #expect(result.stdout.components(separatedBy: "status 74\n").count == 3, "\(result.stdout)")
        #expect(result.stdout.hasSuffix("1\t○\tFirst\tBook\t\n"), "\(result.stdout)")
        #expect(result.stderr.components(separatedBy: "read-only").count >= 3)
    }

    @Test(arguments: [
        ("mybooks", ["add", "\u{200B}", "x"]), ("itour", ["add", "\u{2060}\u{FEFF}"]),
        ("portfolio", ["new", "\u{200B} \u{AD}"]), ("portfolio", ["tag", "new", "\u{200B}"]),
    ])
    func `A title without visible characters is refused`(program: String, arguments: [String]) throws {
        let person = try Person(program)
        let result = try run(
            person.path, arguments, environment: person.environment, workingDirectory: person.home.path)
        #expect(result.status == .exited(64), "\(result)")
    }

    @Test func `An emptied store with backups or a log beside it isn't treated as new`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem")
        try reader.mybooks("backup", "copy.store")
        try reader.mybooks("restore", "copy.store", "--yes")
        try Data().write(to: URL(fileURLWithPath: reader.store))
        for arguments in [["list"], ["add", "A", "X"], ["repair"], ["repair", "--yes"]] {
            let result = try run(
                reader.program, arguments, environment: reader.environment, workingDirectory: reader.home.path
            )
            #expect(result.status == .exited(65), "\(arguments): \(result)")
            #expect(result.stderr.contains("was emptied"))
            #expect(result.stderr.contains("“restore”"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: reader.store)).isEmpty)
        let restored = try reader.mybooks("restore", "1", "--yes")
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(try reader.titles() == ["Solaris"])
        // The store is empty, and SQLite would delete its log. The program must keep the log.
        try reader.home.write("", to: "other.store")
        try reader.home.write("a log", to: "other.store-wal")
        let other = try reader.mybooks("--store", "other.store", "list")
        #expect(other.status == .exited(65))
        #expect(other.stderr.contains("was emptied"))
        #expect(FileManager.default.fileExists(atPath: reader.home.file("other.store-wal")))
    }

    @Test(arguments: ["mybooks", "portfolio", "itour"])
    func `Invalid JSON is reported with its line and what was expected`(program: String) throws {
        let person = try Person(program)
        let entries = [
            "mybooks": #"[{"title": "A", "author": "B", "status": "completed"},"#
                + "\n{\"title\": \"C\"\n\"author\": 1}]",
            "portfolio": "[{\"title\": \"A\"},\n{\"title\": \"C\"\n\"content\": 1}]",
            "itour": "{\"destinations\": [{\"name\": \"A\"},\n{\"name\": \"C\"\n\"details\": 1}]}",
        ]
        try person.home.write(try #require(entries[program]), to: "broken.json")
        let list = "[\n1,\n2 3\n]"
        try person.home.write(program == "itour" ? "{\"features\": \(list)}" : list, to: "list.json")
        for file in ["broken.json", "list.json"] {
            let result = try person.run("import", file)
            #expect(result.status == .exited(65), "\(result.stderr)")
            #expect(result.stderr.contains("line 3"), "\(result.stderr)")
        }
        let cause = try person.run("import", "broken.json").stderr
        #expect(cause.contains("expected a comma or “}”"), "\(cause)")
        for language in ["pl", "hu"] {
            let result = try person.run("--language", language, "import", "broken.json").stderr
            #expect(result.contains(language == "pl" ? "wiersz 3" : "3. sor"), "\(result)")
        }
    }

    @Test func `Without a home directory, the message explains how to specify a store`() throws {
        let program = try ProgramUnderTest.path("mybooks")
        let result = try run(program, ["list"], stdin: "", environment: ["LANG": "C.UTF-8"])
        #expect(result.status == .exited(64))
        #expect(result.stderr.contains("--store"))
    }

    @Test func `Text from the store can't send escape sequences to the terminal`() throws {
        let reader = try Reader()
        let hostile = "\u{1B}[31mred\u{1B}]0;title\u{7}\u{9B}2J\r\u{8}"
        try reader.mybooks("add", hostile, hostile, "--summary", hostile)
        for arguments in [
            ["list"], ["show", "1"], ["search", "red"], ["list", "--csv"], ["list", "--json"],
            ["delete", "red"], ["show", hostile + "x"],
        ] {
            let result = try run(
                reader.program, arguments, stdin: "", environment: reader.environment,
                workingDirectory: reader.home.path)
            for scalar in (result.stdout + result.stderr).unicodeScalars {
                let isControl = scalar.properties.generalCategory == .control
                #expect(
                    !isControl || scalar == "\n" || scalar == "\t" || scalar == "\r",
                    "\(arguments) \(scalar.value)")
            }
            #expect(!result.stdout.contains("\r") || arguments.contains("--csv"))
        }
    }

    @Test(arguments: ["", "--json", "--csv", "--accessible", "--format table", "--format markdown"])
    func `Text from a file can't send escape sequences in reports and errors`(format: String) throws {
        let reader = try Reader()
        try reader.home.write(InvalidFiles.goodreads(), to: "odd.csv")
        try reader.home.write(InvalidFiles.json, to: "odd.json")
        try reader.home.write("a\u{1B}[31m,b\n1,2\n", to: "other.csv")
        let name = "\u{1B}[31m\u{9B}2J\u{7}.csv"
        for line in [
            "import odd.csv --dry-run", "import odd.csv", "import odd.json", "import other.csv", "history",
            "import '\(name)'", "export '\(name)/x.json'", "-f '\(name)'", "--store '\(name)/s' list", "undo",
            "set dates '\(name)'", "list --\(name)", "'\(name)'", "help '\(name)'", "echo '\(name)'",
        ] {
            let result = try reader.shell("\"$mybooks\" \(format) \(line)")
            let obeyed = (result.stdout + result.stderr).unicodeScalars.filter { scalar in
                let isControl =
                    scalar.properties.generalCategory == .control
                    || (0x202A...0x202E).contains(scalar.value)
                return isControl && !"\n\t\r".unicodeScalars.contains(scalar)
            }
            #expect(obeyed.isEmpty, "\(line): \(obeyed.map(\.value))")
        }
    }

    @Test func `A full disk causes one message and exit code 74, and saved data remain`() throws {
        let reader = try Reader()
        let result = try reader.shell(
            """
            unshare -m true 2>/dev/null || exit 99
            unshare -m sh -c 'mkdir small && mount -t tmpfs -o size=300k none small || exit 99
                "$mybooks" --store small/s.store add First Book || exit 98
                head -c 2000 /dev/zero | tr "\\0" x > text
                for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
                    "$mybooks" --store small/s.store add "Book $i" A --summary "$(cat text text text text text)" || break
                done
                echo "ended $?"
                "$mybooks" --store small/s.store add Another Book; echo "status $?"
                rm -f small/filler; "$mybooks" --store small/s.store list --json | head -c 100000 > listed
                grep -c First listed'
            """)
        if result.status == .exited(99) {
            print("not tried: this user may not mount a disk")
            return
        }
        #expect(
            result.stdout.contains("status 74") || result.stderr.contains("disk is full"),
            "\(result.stdout) \(result.stderr)")
        #expect(result.stdout.hasSuffix("1\n"), "\(result.stdout) \(result.stderr)")
    }

    @Test func `If the disk is already full, nothing is lost and the message states the cause`() throws {
        let reader = try Reader()
        let result = try reader.shell(
            """
            unshare -m sh -c 'mkdir small && mount -t tmpfs -o size=300k none small || exit 99
                "$mybooks" --store small/s.store add First Book || exit 98
                dd if=/dev/zero of=small/filler bs=1k count=400 2>/dev/null
                "$mybooks" --store small/s.store add Second Book; echo "status $?"
                rm small/filler; "$mybooks" --store small/s.store list --csv' || exit 99
            """)
        if result.status == .exited(99) {
            print("not tried: this user may not mount a disk")
            return
        }
        #expect(result.stderr.contains("The disk is full"), "\(result.stderr)")
        #expect(result.stdout.contains("status 74"), "\(result.stdout)")
        #expect(result.stdout.contains("First"), "\(result.stdout)")
        #expect(!result.stdout.contains("Second"))
    }
}

import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Backup, restore and repair in every program", .level(.default))
struct MaintenanceCommandTests {
    /// For each program, a command that adds a record, and a command that lists the records.
    static let programs: [(name: String, change: String, count: String)] = [
        ("mybooks", "add %@ Lem", "list"), ("itour", "add %@ --at none", "list --all"),
        ("moonshot", "note 11 %@", "notes"), ("portfolio", "new %@", "list"),
    ]

    private struct Person {
        let home: TemporaryDirectory
        let name: String
        let program: String
        let environment: [String: String]

        init(_ name: String, locale: String = "en_US.UTF-8") throws {
            home = try TemporaryDirectory()
            self.name = name
            program = try ProgramUnderTest.path(name)
            environment = home.environment(locale: locale)
        }

        var store: String { home.file("home/.local/share/\(name)/\(name).store") }

        @discardableResult
        func run(_ lines: String...) throws -> ProcessResult { try run(lines) }

        @discardableResult
        func run(_ lines: [String]) throws -> ProcessResult {
            try TestSupport.run(
                program, lines.flatMap { ["-c", $0] }, environment: environment, workingDirectory: home.path)
        }

        /// Runs the program with arguments, without splitting a line into words.
        func launch(_ arguments: String...) throws -> ProcessResult {
            try TestSupport.run(
                program, arguments, environment: environment, workingDirectory: home.path)
        }

        func damage() throws {
            var data = try Data(contentsOf: URL(fileURLWithPath: store))
            // Damages all pages except the first, which identifies the file as a store.
            for offset in data.indices where offset > 4096 && offset % 3 == 0 { data[offset] = 0xAA }
            try data.write(to: URL(fileURLWithPath: store))
        }
    }

    @Test(arguments: programs)
    func `A restore works while another process has the store open, and keeps the replaced data`(
        _ name: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(name)
        func line(_ word: String) -> String { change.replacingOccurrences(of: "%@", with: word) }
        try person.run(line("before"))
        let backup = try person.run("backup copy.store")
        #expect(backup.status == .exited(0))
        #expect(backup.stdout == "Copied all data into “copy.store”.\n")
        #expect(try person.run("backup copy.store").stderr.contains("already"))
        #expect(try person.run("backup copy.store --overwrite").status == .exited(0))
        try person.run(line("after"))
        let other = try PseudoTerminal(
            person.program, [], environment: person.environment, workingDirectory: person.home.path,
            columns: 80,
            rows: 24)
        try other.expect("\(name)> ")
        let unasked = try person.run("restore copy.store")
        #expect(unasked.status == .exited(64))
        #expect(unasked.stderr.contains("must be confirmed at a terminal"))
        #expect(unasked.stderr.contains("--yes"))
        let restored = try person.run("restore copy.store --yes", count)
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(restored.stdout.contains("Restored “copy.store”."))
        #expect(restored.stdout.contains("before"))
        #expect(!restored.stdout.contains("after"))
        try other.sendLine(count)
        try other.expect("before")
        try other.expect("Another process has changed the data.")
        try other.sendLine("quit")
        let list = try person.run("restore --json")
        #expect(list.stdout.contains(#""before": "restore""#) || list.stdout.contains(#""before":"restore""#))
        #expect(try person.run("restore 1 --yes", count).stdout.contains("after"))
        #expect(try person.run("restore 9 --yes").stderr.contains("There is no backup number 9."))
    }

    @Test(arguments: programs)
    func `A damaged store's message names the repair command, which repairs it`(
        _ name: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(name)
        #expect(try person.run("repair").stderr.contains("There is no store"))
        for word in ["one", "two", "three"] {
            try person.run(change.replacingOccurrences(of: "%@", with: word))
        }
        #expect(try person.run("repair").stdout == "Nothing is wrong with the store.\n")
        try person.damage()
        let broken = try person.run(count)
        #expect(broken.status == .exited(65))
        #expect(broken.stderr.contains("“repair” saves the readable data"))
        let asked = try person.run("repair")
        #expect(asked.status == .exited(65))
        #expect(asked.stderr.contains("Add --yes to “repair”"))
        #expect(asked.stderr.contains("The store “"))
        #expect(asked.stderr.contains("” is damaged."))
        let repaired = try person.run("repair --yes", count + " --json")
        #expect(repaired.stdout.contains("Saved the readable data of the damaged store."))
        #expect(repaired.stdout.contains("The damaged store is kept as “\(name).store.damaged-"))
        #expect(try person.run("repair").stdout == "Nothing is wrong with the store.\n")
        #expect(
            try person.run(change.replacingOccurrences(of: "%@", with: "new"), count).stdout.contains("new"))
    }

    @Test(arguments: programs)
    func `A store with an overwritten first page is reported as damaged and repaired, unlike other files`(
        _ name: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(name)
        let made = try person.run(change.replacingOccurrences(of: "%@", with: "one"), "export out.json")
        try #require(made.status == .exited(0), "\(made.stderr)")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: person.store))
        try file.write(contentsOf: Data(count: 4096))
        try file.close()
        let damaged = FileManager.default.contents(atPath: person.store)
        for line in [count, change.replacingOccurrences(of: "%@", with: "two"), "undo", "backup copy.store"] {
            let broken = try person.run(line)
            #expect(broken.status == .exited(65), "\(line): \(broken.stdout)")
            #expect(
                broken.stderr.contains(
                    "The store “\(person.store)” is damaged: its beginning can't be read.\n“repair” saves the readable data"
                ), "\(line): \(broken.stderr)")
        }
        #expect(FileManager.default.contents(atPath: person.store) == damaged)
        let repaired = try person.run("repair --yes", count)
        #expect(repaired.status == .exited(0), "\(repaired.stderr)")
        #expect(repaired.stdout.contains("one"), "\(repaired.stderr)")
        let other = try person.launch("--store", "out.json", "history")
        #expect(other.status == .exited(65), "\(other.stdout)")
        #expect(other.stderr.contains("out.json” is not a store: it isn't a database."), "\(other.stderr)")
    }

    @Test(arguments: programs)
    func `A store whose header belongs to another program is reported as damaged and repaired`(
        _ name: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(name)
        try person.run(change.replacingOccurrences(of: "%@", with: "one"))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: person.store))
        try file.seek(toOffset: 68)
        try file.write(contentsOf: Data([0x11]))
        try file.close()
        let broken = try person.run(count)
        #expect(broken.status == .exited(65), "\(broken.stdout)")
        #expect(
            broken.stderr.contains(
                "The store “\(person.store)” is damaged.\n“repair” saves the readable data"),
            "\(broken.stderr)")
        let repaired = try person.run("repair --yes", count)
        #expect(repaired.status == .exited(0), "\(repaired.stderr)")
        #expect(repaired.stdout.contains("one"), "\(repaired.stderr)")
    }

    @Test func `A log isn't applied to a backup that was copied over a killed program's store`() throws {
        let person = try Person("mybooks", locale: "pl_PL.UTF-8")
        try person.run("add Eden Lem", "backup copy.store")
        let other = try PseudoTerminal(
            person.program, [], environment: person.environment, workingDirectory: person.home.path,
            columns: 80, rows: 24)
        try other.expectPrompt()
        try other.sendLine("add Solaris Lem")
        try other.expect("Solaris")
        try other.expectPrompt()
        // While the prompt waits, it copies the log into the file.
        try TestSupport.wait(for: "the file has the change") {
            FileManager.default.contents(atPath: person.store)?.range(of: Data("Solaris".utf8)) != nil
        }
        let log = person.store + "-wal"
        try #require(FileManager.default.fileExists(atPath: log))
        let copy = try #require(FileManager.default.contents(atPath: person.home.file("copy.store")))
        try copy.write(to: URL(fileURLWithPath: person.store))
        // While another program has the log open, moving the log away would not help.
        let inUse = try person.run("list")
        #expect(
            inUse.stderr.contains(
                "Na bazę danych „\(person.store)” skopiowano inny plik, choć jakiś program nadal ma ją otwartą."
            ),
            "\(inUse.stderr)")
        other.kill()
        for line in ["list", "add Fiasko Lem", "repair --yes", "restore copy.store --yes", "backup c2.store"]
        {
            let refused = try person.run(line)
            #expect(refused.status == .exited(65), "\(line): \(refused.stdout)")
            #expect(
                refused.stderr.contains(
                    "„\(log)” wygląda na dziennik innej bazy danych i nadpisałby dane w „\(person.store)”."
                ), "\(line): \(refused.stderr)")
        }
        #expect(FileManager.default.contents(atPath: person.store) == copy)
        try FileManager.default.moveItem(atPath: log, toPath: person.home.file("log"))
        let list = try person.run("list")
        #expect(list.status == .exited(0), "\(list.stderr)")
        #expect(list.stdout.contains("Eden"), "\(list.stderr)")
    }

    /// Returns the header of a SQLite rollback journal for a database with a number of pages.
    private static func journal(pages: UInt32) -> Data {
        var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
        for number: UInt32 in [0, 7, pages, 512, 4096] {
            journal.append(contentsOf: withUnsafeBytes(of: number.bigEndian) { Array($0) })
        }
        return journal + Data(count: 512 - journal.count)
    }

    @Test(arguments: [0, 1] as [UInt32])
    func `A backup that was copied over an interrupted restore isn't rolled back`(pages: UInt32) throws {
        let person = try Person("mybooks")
        try person.run("add Eden Lem", "backup copy.store")
        let copy = try #require(FileManager.default.contents(atPath: person.home.file("copy.store")))
        try copy.write(to: URL(fileURLWithPath: person.store))
        let name = person.store + "-journal"
        try Self.journal(pages: pages).write(to: URL(fileURLWithPath: name))
        for line in ["list", "add Fiasko Lem", "backup c2.store", "repair --yes"] {
            let refused = try person.run(line)
            #expect(refused.status == .exited(65), "\(line): \(refused.stdout)")
            #expect(
                refused.stderr.contains(
                    "A “restore” into “\(person.store)” was interrupted.\nRun “restore” again. If you put the file there yourself after that, move “\(name)” away instead."
                ), "\(line): \(refused.stderr)")
        }
        #expect(FileManager.default.contents(atPath: person.store) == copy)
        // Another user can restore the file as a backup. The file itself stays unchanged.
        let other = try Person("mybooks")
        let taken = try other.run("restore '\(person.store)' --yes", "list")
        #expect(taken.status == .exited(0), "\(taken.stderr)")
        #expect(taken.stdout.contains("Eden"), "\(taken.stderr)")
        #expect(FileManager.default.contents(atPath: person.store) == copy)
        // Running `restore` again completes the interrupted restore, and keeps the replaced file.
        let restored = try person.run("restore copy.store --yes", "list")
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(restored.stdout.contains("Eden"), "\(restored.stderr)")
        let directory = (person.store as NSString).deletingLastPathComponent
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        let kept = try #require(names.first { $0.hasPrefix("mybooks.store.before-restore-") })
        #expect(FileManager.default.contents(atPath: "\(directory)/\(kept)") == copy)
    }

    @Test func `An interrupted restore is repeated, even if its file was moved away`() throws {
        let person = try Person("mybooks")
        try person.run("add Eden Lem", "backup copy.store")
        let copy = try #require(FileManager.default.contents(atPath: person.home.file("copy.store")))
        // SQLite writes the first page last, so after an interrupted restore the first page is empty.
        let half = Data(count: 4096) + copy.dropFirst(4096)
        let journal = person.store + "-journal"
        for isMoved in [false, true] {
            try half.write(to: URL(fileURLWithPath: person.store))
            try Self.journal(pages: 0).write(to: URL(fileURLWithPath: journal))
            for line in ["list", "backup c2.store", "repair --yes"] {
                let refused = try person.run(line)
                #expect(refused.status == .exited(65), "\(line): \(refused.stdout)")
                #expect(
                    refused.stderr.contains(
                        "A “restore” into “\(person.store)” was interrupted.\nRestore a backup with “restore”"
                    ),
                    "\(line): \(refused.stderr)")
            }
            let source = try Person("mybooks")
            let refused = try source.run("restore '\(person.store)' --yes")
            #expect(refused.status == .exited(65), "\(refused.stdout)")
            #expect(FileManager.default.contents(atPath: person.store) == half)
            if isMoved {
                try FileManager.default.moveItem(atPath: person.store, toPath: person.home.file("half"))
            }
            let restored = try person.run("restore copy.store --yes", "list")
            #expect(restored.status == .exited(0), "\(restored.stderr)")
            #expect(restored.stdout.contains("Eden"), "\(restored.stderr)")
            #expect(!FileManager.default.fileExists(atPath: journal))
        }
    }

    @Test func `Repair reports unreadable values in a long row, and the store can be used afterwards`() throws
    {
        let person = try Person("itour")
        let details = String(repeating: "eternal city ", count: 900)
        try person.run("add Rome", "edit 1 --details '\(details)' --priority must", "add Oslo")
        // The long details of Rome use overflow pages. The last overflow page contains the end of the details
        // and the columns after them.
        var store = try #require(FileManager.default.contents(atPath: person.store))
        let last = try #require(
            Array(stride(from: 0, to: store.count, by: 4096)).last { start in
                let page = store[start..<start + 4096]
                return page.starts(with: Data(count: 4)) && page.firstRange(of: Data("city ".utf8)) != nil
            })
        store.replaceSubrange(last..<last + 4096, with: Data(count: 4096))
        try store.write(to: URL(fileURLWithPath: person.store))
        #expect(try person.run("list").stdout.contains("can't be read"))
        let unasked = try person.run("repair")
        #expect(unasked.status == .exited(65), "\(unasked)")
        #expect(unasked.stderr.contains("--yes"), "\(unasked)")
        let repaired = try person.launch("--language", "pl", "repair", "--yes")
        #expect(repaired.status == .exited(0), "\(repaired)")
        let said = repaired.stdout + repaired.stderr
        #expect(said.contains("Niektórych wartości nie dało się odczytać"), "\(said)")
        #expect(said.lowercased().contains("priorytet"), "\(said)")
        let list = try person.run("list", "show 1").stdout
        #expect(list.contains("Rome"), "\(list)")
        #expect(list.contains("Oslo"), "\(list)")
        #expect(list.contains("eternal city"), "\(list)")
        #expect(try person.run("repair --yes").stdout.contains("Nothing is wrong"))
    }

    /// Runs SQL on a user's store, to simulate damage or another database program.
    private static func edit(_ person: Person, _ sql: String) throws {
        let connection = try StoreConnection(path: person.store, timeout: 5)
        try connection.perform { try $0.execute(sql) }
        try connection.close()
    }

    @Test func `Backup and restore warn about unreadable values`() throws {
        let person = try Person("mybooks")
        try person.run("add Eden Lem")
        let warning = "Some values in the copy can't be read. “repair” lists them."
        func said(_ result: ProcessResult) -> String { result.stdout + result.stderr }
        let whole = try person.run("backup whole.store", "restore whole.store --yes")
        #expect(whole.status == .exited(0))
        #expect(!said(whole).contains(warning))
        try Self.edit(person, "UPDATE Book SET status = 'x'")
        let copied = try person.run("backup copy.store")
        #expect(copied.status == .exited(0))
        #expect(copied.stdout.contains("Copied all data"))
        #expect(said(copied).contains(warning))
        try person.run("repair --yes")
        let restored = try person.run("restore copy.store --yes")
        #expect(restored.status == .exited(0))
        #expect(said(restored).contains(warning))
        let list = said(try person.run("list"))
        #expect(list.contains("“repair” saves"))
        #expect(!list.contains("No book matches"))
    }

    @Test func `An unreadable identifier loses no record`() throws {
        for (program, lines, table, shown) in [
            ("mybooks", ["add Eden Lem"], "Book", "Eden"),
            ("itour", ["add Rome", "sight add Colosseum"], "Destination", "Rome"),
            ("portfolio", ["new 'Fix the lamp'"], "Issue", "Fix the lamp"),
        ] {
            let person = try Person(program)
            try person.run(lines)
            try Self.edit(person, "UPDATE \(table) SET identifier = 'x' || identifier")
            let refused = try person.run("list")
            let said = refused.stdout + refused.stderr
            #expect(said.contains("“repair” saves the readable data and lists"), "\(refused)")
            #expect(try person.run("repair --yes").status == .exited(0))
            #expect(try person.run("list").stdout.contains(shown))
            if program == "itour" { #expect(try person.run("show Rome").stdout.contains("Colosseum")) }
            #expect(try person.run("repair --yes").stdout.contains("Nothing is wrong"))
        }
    }

    @Test func `Ratings changed by damage are displayed with at most five stars`() throws {
        let person = try Person("mybooks")
        try person.run("add Eden Lem")
        for rating in [-1, Int(Int32.max), Int.min] {
            try Self.edit(person, "UPDATE Book SET rating = \(rating)")
            for line in [
                "list", "show 1", "list --json", "stats", "export out.csv --overwrite", "list --sort rating",
            ] {
                let result = try person.run(line)
                #expect(result.status == .exited(0), "\(line): \(result.stderr)")
            }
        }
    }

    @Test func `Repair recovers favourites if the store's schema is lost`() throws {
        let person = try Person("moonshot")
        try person.run("favourite 11", "favourite 8")
        let whole = try #require(FileManager.default.contents(atPath: person.store))
        try (Data(count: 4096) + whole.dropFirst(4096)).write(to: URL(fileURLWithPath: person.store))
        #expect(try person.run("repair --yes").status == .exited(0))
        #expect(
            try person.run("missions --json").stdout.components(separatedBy: "\"favourite\": true").count == 3
        )
    }

    @Test func `Repair recognizes sights without a position if the store's schema is lost`() throws {
        let person = try Person("itour")
        try person.run("add Rome", "sight add Colosseum --note 'bring cash'", "sight add Forum")
        let whole = try #require(FileManager.default.contents(atPath: person.store))
        try (Data(count: 4096) + whole.dropFirst(4096)).write(to: URL(fileURLWithPath: person.store))
        #expect(try person.run("repair --yes").status == .exited(0))
        let shown = try person.run("show Rome").stdout
        #expect(shown.contains("Colosseum"), "\(shown)")
        #expect(shown.contains("bring cash"), "\(shown)")
        #expect(shown.contains("Forum"), "\(shown)")
    }

    @Test func `Repair describes truncated stores and other files in the user's language`() throws {
        let person = try Person("mybooks")
        try person.run("samples")
        let cut = person.home.file("cut.store")
        try FileManager.default.copyItem(atPath: person.store, toPath: cut)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: cut))
        try file.truncate(atOffset: 60_000)
        try file.close()
        for (language, words) in [
            ("en", "is incomplete: it has only 60,000 of"), ("pl", "jest niekompletna; liczba bajtów: 60"),
            ("hu", "hiányos: "),
        ] {
            let asked = try person.launch("--language", language, "--store", "cut.store", "repair")
            #expect(asked.status == .exited(65), "\(asked.stderr)")
            #expect(asked.stderr.contains(words), "\(asked.stderr)")
            #expect(!asked.stderr.contains("truncated"))
            #expect(asked.stderr.contains("--yes"))
        }
        // If the header is wrong, SQLite doesn't recognize the file as a database.
        let headless = try FileHandle(forUpdating: URL(fileURLWithPath: cut))
        try headless.write(contentsOf: Data(repeating: 0x41, count: 40))
        try headless.close()
        let asked = try person.launch("--language", "hu", "--store", "cut.store", "repair")
        #expect(asked.stderr.contains("sérült: az eleje nem olvasható."), "\(asked.stderr)")
        // `repair` refuses a file that was never a store, even with `--yes`.
        try person.home.write("title,author\nSolaris,Lem\n", to: "books.csv")
        for options in [[], ["--yes"]] {
            let refused = try TestSupport.run(
                person.program, ["--store", "books.csv", "repair"] + options,
                environment: person.environment, workingDirectory: person.home.path)
            #expect(refused.status == .exited(65))
            #expect(refused.stderr.contains("is not a store"))
            #expect(!refused.stderr.contains("--yes"))
        }
    }

    @Test func `Restore and repair ask at a terminal, and the prompt continues with the new data`() throws {
        let person = try Person("mybooks")
        try person.run("add Solaris Lem", "backup copy.store", "delete solaris --yes")
        let terminal = try PseudoTerminal(
            person.program, [], environment: person.environment, workingDirectory: person.home.path,
            columns: 200,
            rows: 24)
        try terminal.expect("mybooks> ")
        // If a file isn't a backup, `restore` refuses it without asking for a confirmation.
        try Data("no store\n".utf8).write(to: URL(filePath: person.home.file("other.txt")))
        try terminal.sendLine("restore other.txt")
        let refused = try terminal.expect("Choose another backup.")
        #expect(refused.contains("it isn't a database"))
        #expect(!refused.contains("[y/N]"))
        try terminal.sendLine("restore copy.store")
        try terminal.expect("The current data is kept as a backup.")
        try terminal.sendLine("n")
        try terminal.expect("Nothing was replaced.")
        try terminal.sendLine("list")
        try terminal.expect("mybooks> ")
        try terminal.sendLine("restore copy.store")
        try terminal.expect("The current data is kept as a backup.")
        try terminal.sendLine("y")
        try terminal.expect("Restored “copy.store”.")
        try terminal.sendLine("list")
        try terminal.expect("Solaris")
        try terminal.sendLine("rate solaris 5")
        try terminal.expect("Rated “Solaris” 5 of 5.")
        try terminal.sendLine("quit")
    }

    @Test func `Restore refuses a store of another program or newer version and other kinds of files`() throws
    {
        let books = try Person("mybooks")
        try books.run("add Solaris Lem")
        let tracker = try Person("portfolio")
        try tracker.run("new Issue")
        for (file, reason) in [
            (tracker.store, "is a database of another program"), (books.program, "it isn't a database"),
            (books.home.file("missing"), "There is no file"), (books.store, "is the store itself"),
        ] {
            let result = try books.run("restore \(file) --yes")
            #expect(result.status != .exited(0), "\(file): \(result.stderr)")
            #expect(result.stderr.contains(reason), "\(file): \(result.stderr)")
        }
        #expect(try books.run("list").stdout.contains("Solaris"))
        #expect(try books.run("restore").stdout.contains("There are no automatic backups yet."))
    }

    @Test(arguments: [
        ("en", "A backup is deleted first if it only repeats a file"),
        (
            "pl",
            "Najpierw usuwana jest kopia, która tylko powtarza plik"
        ),
        (
            "hu",
            "Elsőként az a mentés törlődik, amely csak megismétel"
        ),
    ])
    func `The help of restore explains which automatic backups are deleted first`(
        language: String, sentence: String
    ) throws {
        let books = try Person("mybooks")
        let help = try books.launch("help", "restore", "--language", language)
        #expect(help.status == .exited(0), "\(help.stdout)")
        #expect(help.stdout.contains(sentence), "\(help.stdout)")
    }

    @Test(arguments: programs)
    func `With --quiet, requested lists of backups and losses of a repair are still shown`(
        _ name: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(name)
        try person.run(change.replacingOccurrences(of: "%@", with: "one"), "backup copy.store")
        #expect(try person.launch("--quiet", "restore", "copy.store", "--yes").stdout == "")
        #expect(try person.launch("--quiet", "restore").stdout.contains("before-restore"))
        #expect(try person.launch("--quiet", "repair").stdout == "")
        try person.damage()
        let repaired = try person.launch("--quiet", "repair", "--yes")
        #expect(repaired.status == .exited(0), "\(repaired.stderr)")
        #expect(repaired.stdout.contains("Warning: Not everything could be saved."), "\(repaired.stdout)")
    }

    @Test(arguments: ["pl", "hu"])
    func `The maintenance commands print the user's language`(_ language: String) throws {
        let person = try Person("mybooks", locale: "\(language)_\(language.uppercased()).UTF-8")
        try person.run("add Solaris Lem", "backup copy.store")
        try person.damage()
        let repaired = try person.run("repair --yes")
        #expect(repaired.stdout.contains(language == "pl" ? "Zapisano dane" : "A sérült adatbázis"))
        let restored = try person.run("restore copy.store --yes", "restore")
        #expect(
            restored.stdout.contains(
                language == "pl"
                    ? "Przywrócono „copy.store”." : "A „copy.store” biztonsági mentés visszaállítva."))
    }

    @Test(arguments: [
        ("mybooks", "add one Lem", "Książka", "Book"), ("itour", "add one", "Cel podróży", "Destination"),
        ("moonshot", "note 11 one", "Notatka", "MissionNote"),
        ("portfolio", "new one", "Zgłoszenie", "Issue"),
    ])
    func `Losses of a repair have the program's terms in the user's language`(
        _ name: String, _ change: String, _ word: String, _ model: String
    ) throws {
        let person = try Person(name, locale: "pl_PL.UTF-8")
        try person.run(change)
        try person.damage()
        let repaired = try person.run("repair --yes")
        #expect(repaired.stdout.contains(word), "\(repaired.stdout)")
        #expect(!repaired.stdout.contains(model), "\(repaired.stdout)")
    }

    @Test func `An in-memory store can be backed up, but not repaired or restored`() throws {
        let person = try Person("mybooks")
        let result = try TestSupport.run(
            person.program, ["--in-memory", "-c", "add Solaris Lem", "-c", "backup copy.store"],
            environment: person.environment, workingDirectory: person.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
        let repair = try TestSupport.run(
            person.program, ["--in-memory", "repair"], environment: person.environment,
            workingDirectory: person.home.path)
        #expect(repair.status == .exited(1))
        #expect(repair.stderr.contains("only in memory"))
        #expect(try person.run("restore copy.store --yes", "list").stdout.contains("Solaris"))
    }

    @Test func `A backup of an in-memory store keeps another file's log and says where it is`() throws {
        let person = try Person("mybooks")
        let log = person.home.file("copy.store-wal")
        try Data("log".utf8).write(to: URL(fileURLWithPath: log))
        let result = try person.launch("--in-memory", "-c", "add Solaris Lem", "-c", "backup copy.store")
        #expect(result.status == .exited(0), "\(result.stderr)")
        let kept = try FileManager.default.contentsOfDirectory(atPath: person.home.path).filter {
            $0.hasPrefix("copy.store.damaged-")
        }
        #expect(kept.count == 1, "\(kept)")
        // The first backup moved the log away. So the second backup finds no log to move.
        let again = try person.launch(
            "--in-memory", "--quiet", "-c", "add Solaris Lem", "-c", "backup copy.store --overwrite --json")
        #expect(try again.object["kept"] is NSNull, "\(again.stdout)")
        try Data("log".utf8).write(to: URL(fileURLWithPath: person.home.file("other.store-wal")))
        let told = try person.launch(
            "--in-memory", "--quiet", "-c", "add Solaris Lem", "-c", "backup other.store --json")
        let place = try #require(try told.object["kept"] as? String)
        #expect(place.contains("/other.store.damaged-"))
        for name in kept {
            #expect(FileManager.default.contents(atPath: person.home.file(name)) == Data("log".utf8))
            #expect(
                result.stdout.contains("The replaced data is kept as “\(name)”."), "\(result.stdout)")
        }
    }
}

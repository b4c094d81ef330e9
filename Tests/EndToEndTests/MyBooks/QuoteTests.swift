import TestSupport
import Testing

@Suite("Quotes of mybooks", .level(.default))
struct QuoteTests {
    private func reader() throws -> Reader {
        let reader = try Reader()
        try reader.script("add Solaris Lem", "add Lalka Prus")
        return reader
    }

    private func texts(_ reader: Reader, _ arguments: String...) throws -> [String] {
        let result = try run(
            reader.program, ["quote", "list", "--json"] + arguments, stdin: "",
            environment: reader.environment, workingDirectory: reader.home.path)
        return try result.objects.map { $0["text"] as? String ?? "" }
    }

    @Test func `Quotes can be added, listed in order, edited, moved and deleted`() throws {
        let reader = try reader()
        let result = try reader.script(
            "quote add solaris 'We need mirrors.' --page 72 --note true", "quote add solaris Second one",
            "quote add lalka \"Third\"", "quotes", "quote list solaris", "quote move 2 1",
            "quote move second 9", "quote move 2 2",
            "quote edit mirrors --page none --text 'We need no mirrors.'",
            "quote edit 1 --note true", "quote delete 3 --yes", "quote list lalka", "quote list")
        #expect(result.status == .exited(0))
        #expect(
            result.stdout == """
                Added a quote from “Solaris” as number 1.
                Added a quote from “Solaris” as number 2.
                Added a quote from “Lalka” as number 3.
                3\tLalka\tThird\t\t
                1\tSolaris\tWe need mirrors.\t72\ttrue
                2\tSolaris\tSecond one\t\t
                1\tWe need mirrors.\t72\ttrue
                2\tSecond one\t\t
                Quote 2 is now at position 1 of 2 in “Solaris”.
                Quote 2 is now at position 2 of 2 in “Solaris”.
                Quote 2 is already at position 2 of 2 in “Solaris”. Nothing changed.
                Changed “We need mirrors.”: quote and page.
                “We need no mirrors.” already has these values. Nothing changed.
                Deleted the quote from “Lalka”.
                There are no quotes from “Lalka”. Add one with “quote add BOOK TEXT”.
                1\tSolaris\tWe need no mirrors.\t\ttrue
                2\tSolaris\tSecond one\t\t

                """)
    }

    @Test func `Each change can be undone and redone, also in other processes`() throws {
        let reader = try reader()
        try reader.script("quote add 1 A", "quote add 1 B", "quote add 1 C", "quote move 3 1")
        #expect(try texts(reader, "1") == ["C", "A", "B"])
        try reader.mybooks("undo")
        #expect(try texts(reader, "1") == ["A", "B", "C"])
        try reader.mybooks("redo")
        #expect(try texts(reader, "1") == ["C", "A", "B"])
        try reader.mybooks("quote", "edit", "1", "--text", "Changed")
        try reader.mybooks("undo")
        #expect(try texts(reader, "1") == ["C", "A", "B"])
        try reader.mybooks("quote", "delete", "1", "2", "--yes")
        #expect(try texts(reader, "1") == ["C"])
        #expect(try reader.mybooks("undo").stdout == "Undone: Deleted 2 quotes.\n")
        #expect(try texts(reader, "1") == ["C", "A", "B"])
    }

    @Test func `Quotes are deleted and restored together with their book, in order`() throws {
        let reader = try reader()
        try reader.script("quote add 1 A", "quote add 1 B", "quote move 2 1", "shelf add 1 2 space")
        let before = try reader.mybooks("show", "1", "--json").stdout
        try reader.mybooks("delete", "1", "--yes")
        #expect(try texts(reader) == [])
        try reader.mybooks("undo")
        #expect(try reader.mybooks("show", "1", "--json").stdout == before)
        try reader.mybooks("redo")
        #expect(try texts(reader) == [])
        #expect(try reader.mybooks("shelves", "--json").objects.first?["books"] as? Int == 1)
    }

    @Test func `Books are found by their quotes, and show prints them`() throws {
        let reader = try reader()
        try reader.script("quote add 1 'Wir brauchen Spiegel' --note żółw", "quote add 1 Zwei --page xii")
        for wanted in ["spiegel", "ZOLW"] {
            let found = try reader.mybooks("search", wanted, "--json").objects
            #expect(found.map { $0["title"] as? String } == ["Solaris"], "\(wanted)")
        }
        #expect(try reader.mybooks("search", "nichts").stdout.contains("shelves or quotes"))
        let shown = try reader.mybooks("show", "1", "--format", "table").stdout
        #expect(shown.contains("Quotes\n"))
        #expect(shown.contains("Wir brauchen Spiegel"))
        #expect(shown.contains("xii"))
        let object = try reader.mybooks("show", "1", "--json").object
        #expect((object["quotes"] as? [[String: Any]])?.map { $0["page"] as? String } == [nil, "xii"])
        #expect(try (reader.mybooks("show", "2", "--json").object["quotes"] as? [Any])?.isEmpty == true)
    }

    @Test func `Blank, missing and unknown values are refused`() throws {
        let reader = try reader()
        try reader.mybooks("quote", "add", "1", "A")
        for (arguments, code, words) in [
            (["quote", "add", "1"], 64, "The argument TEXT is missing"),
            (["quote", "add", "1", "  "], 64, "can't be blank"),
            (["quote", "add", "xyzzy", "A"], 1, "Nothing here matches “xyzzy”"),
            (["quote", "edit", "1"], 64, "such as --text"),
            (["quote", "edit", "1", "--text", " "], 64, "--text: The text can't be blank"),
            (["quote", "edit", "7", "--text", "B"], 1, "“quote list” shows the numbers."),
            (["quote", "move", "1", "0"], 64, "0 is too small"),
            (["quote", "delete", "1"], 64, "This must be confirmed at a terminal: Delete “"),
            (["quote", "frobnicate"], 64, "Choose one of: quote list"),
        ] {
            let result = try run(
                reader.program, arguments, stdin: "", environment: reader.environment,
                workingDirectory: reader.home.path)
            #expect(result.status == .exited(Int32(code)), "\(arguments)")
            #expect(result.stderr.contains(words), "\(result.stderr)")
        }
        #expect(try texts(reader) == ["A"])
    }

    @Test func `A quote can be typed at a question, written in the editor, and its fields edited`() throws {
        let reader = try Reader(adding: ["EDITOR": "sed -i 's/^$/Two\\nlines/'"])
        try reader.mybooks("add", "Solaris", "Lem")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quote add 1")
        try terminal.expect("Quote (blank to write it in your editor)")
        try terminal.sendLine("It's \"fine\"")
        try terminal.expect("Added a quote from “Solaris” as number 1.")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quote add 1")
        try terminal.expect("editor)")
        try terminal.sendLine("")
        try terminal.expect("as number 2.")
        try terminal.expectPrompt("mybooks> ")
        #expect(try texts(reader, "1") == ["It's \"fine\"", "Two\nlines"])
        try terminal.sendLine("quote edit 1")
        try terminal.expect("It's \"fine\"")
        try terminal.sendLine(" indeed")
        try terminal.expect("Page (blank for none)")
        try terminal.sendLine("12")
        try terminal.expect("Note")
        try terminal.sendLine("")
        try terminal.expect("Changed “It's \"fine\"”: quote and page.")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("delete 1")
        try terminal.expect("Delete “Solaris” by Lem and 2 quotes from it?")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        #expect(try texts(reader) == ["It's \"fine\" indeed", "Two\nlines"])
    }
}

import TestSupport
import Testing

@Suite("Shelves of mybooks", .level(.default))
struct ShelfTests {
    private func reader() throws -> Reader {
        let reader = try Reader()
        try reader.script("add Solaris Lem", "add Eden Lem", "add Lalka Prus")
        return reader
    }

    @Test func `Books can be added to and removed from shelves, and an empty shelf is deleted`() throws {
        let reader = try reader()
        let result = try reader.script(
            "shelf add solaris eden Ulubione", "shelf add solaris lalka ULUBIONE", "shelf add 1 \"to lend\"",
            "shelves", "shelf remove eden lalka 1 ulubione", "shelf remove eden 'to lend'",
            "shelf remove 1 'to  lend'", "shelves")
        #expect(result.status == .exited(0))
        #expect(
            result.stdout == """
                Now on the new shelf “Ulubione”: “Solaris” and “Eden”.
                Now on the shelf “Ulubione”: “Lalka”.
                Already on the shelf “Ulubione”: “Solaris”.
                Now on the new shelf “to lend”: “Solaris”.
                to lend\t1
                Ulubione\t3
                Removed from the shelf “Ulubione”: “Eden”, “Lalka” and “Solaris”.
                The shelf “Ulubione” was empty and has been deleted.
                Not on the shelf “to lend”: “Eden”.
                Removed from the shelf “to lend”: “Solaris”.
                The shelf “to lend” was empty and has been deleted.
                There are no shelves yet. Create one with “shelf add BOOK NAME”.

                """)
    }

    @Test func `Lists, searches, statistics and exports can be limited to a shelf`() throws {
        let reader = try reader()
        try reader.script("shelf add solaris lalka Łódź", "rate lalka 4")
        #expect(try reader.titles("--shelf", "lodz") == ["Lalka", "Solaris"])
        #expect(try reader.titles("--shelf", "lodz", "--rating", "4") == ["Lalka"])
        #expect(try reader.mybooks("search", "lem", "--shelf", "Łódź", "--json").objects.count == 1)
        #expect(try reader.mybooks("stats", "--shelf", "Łódź").stdout.hasPrefix("2 books"))
        #expect(try reader.mybooks("export", "some.json", "--shelf", "łódź").stdout.contains("2 books"))
        let unknown = try reader.mybooks("list", "--shelf", "lotz")
        #expect(unknown.status == .exited(1))
        #expect(unknown.stderr == "mybooks: There is no shelf “lotz”.\nDid you mean “Łódź”?\n")
        let nothing = try reader.mybooks("shelf", "remove", "1", "xyzzy")
        #expect(nothing.stderr.contains("“shelves” lists all shelves."))
    }

    @Test func `The show command and JSON contain the shelves of a book`() throws {
        let reader = try reader()
        try reader.script("shelf add solaris zeta", "shelf add solaris Alpha")
        #expect(try reader.mybooks("show", "1").stdout.contains("Shelves\tAlpha, zeta\n"))
        #expect(
            try reader.mybooks("show", "1", "--json").object["shelves"] as? [String] == ["Alpha", "zeta"])
        let listed = try reader.mybooks("list", "--json").objects
        #expect(listed.map { $0["shelves"] as? [String] } == [[], [], ["Alpha", "zeta"]])
        #expect(try reader.mybooks("list", "--csv").stdout.contains(",Alpha; zeta,"))
        let shelves = try reader.mybooks("shelf", "list", "--json").objects
        #expect(shelves.map { $0["name"] as? String } == ["Alpha", "zeta"])
        #expect(shelves.map { $0["books"] as? Int } == [1, 1])
    }

    @Test func `A shelf can be renamed, also only in case, and merged with another one`() throws {
        let reader = try reader()
        let result = try reader.script(
            "shelf add 1 favorites", "shelf add 2 dnf", "shelf add 1 2 did-not-finish",
            "shelf rename favorites Favourites", "shelf rename favourites FAVOURITES",
            "shelf rename favourites FAVOURITES", "shelf rename dnf did-not-finish --merge", "shelves",
            "shelf rename favourites Did-Not-Finish")
        #expect(result.status == .exited(1))
        #expect(result.stdout.contains("The shelf “favorites” is now called “Favourites”.\n"))
        #expect(result.stdout.contains("“FAVOURITES” already has these values. Nothing changed.\n"))
        #expect(result.stdout.hasSuffix("did-not-finish\t2\nFAVOURITES\t1\n"))
        #expect(result.stderr.contains("The shelf “did-not-finish” already exists.\nAdd --merge"))
        #expect(try reader.mybooks("undo").stdout.hasPrefix("Undone: Moved the books of “dnf”"))
        #expect(try reader.titles("--shelf", "dnf") == ["Eden"])
    }

    @Test func `Deleting a shelf asks, keeps the books and can be undone after a restart`() throws {
        let reader = try reader()
        try reader.script("shelf add 1 2 space")
        let refused = try reader.mybooks("shelf", "delete", "space")
        #expect(refused.status == .exited(64))
        #expect(refused.stderr.contains("This must be confirmed at a terminal:"))
        #expect(try reader.mybooks("shelf", "delete", "space", "--yes").status == .exited(0))
        #expect(try reader.titles().count == 3)
        #expect(try reader.mybooks("shelves", "--json").objects.isEmpty)
        try reader.mybooks("undo")
        #expect(try reader.titles("--shelf", "space") == ["Eden", "Solaris"])
        #expect(try reader.mybooks("undo").stdout.contains("Put on the shelf “space”"))
        #expect(try reader.mybooks("shelves", "--json").objects.isEmpty)
        try reader.mybooks("redo")
        #expect(try reader.titles("--shelf", "space") == ["Eden", "Solaris"])
        try reader.mybooks("delete", "1", "2", "--yes")
        #expect(try reader.mybooks("shelves", "--json").objects.isEmpty)
        try reader.mybooks("undo")
        #expect(try reader.titles("--shelf", "space") == ["Eden", "Solaris"])
    }

    @Test func `At a terminal, one similar name is offered, and the line runs with it`() throws {
        let reader = try reader()
        try reader.script("shelf add solaris \"to lend\"")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("list \"sol\" -#\"to lendd\" or #\"to lendd\"")
        try terminal.expect("there is no “to lendd”")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("list #\"to lendd\" sol")
        try terminal.expect("Do you mean “to lend”?")
        try terminal.sendLine("y")
        try terminal.expect("1 book")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("shelf delete \"to lendd\"")
        try terminal.expect("Do you mean “to lend”?")
        try terminal.sendLine("n")
        try terminal.expect("There is no shelf “to lendd”.")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test
    func `A shelf that another process deletes during the question isn't reported as deleted by the answer`()
        throws
    {
        let reader = try reader()
        try reader.script("shelf add solaris red")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("shelf delete red")
        try terminal.expect("on the shelf “red”. Delete the shelf?")
        #expect(try reader.mybooks("undo").status == .exited(0))
        try terminal.sendLine("y")
        try terminal.expect("There is no shelf “red”.")
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.mybooks("redo").status == .exited(0))
    }

    @Test func `Imported shelves whose names begin with a mark are found by these names`() throws {
        let reader = try Reader()
        let file = try reader.home.write(
            "title,authors,tags,uuid\nDune,Frank Herbert,\"#1 best,tag:x\",u1\n", to: "calibre.csv")
        #expect(try reader.mybooks("import", file).status == .exited(0))
        #expect(try reader.titles("--shelf", "#1 best") == ["Dune"])
        #expect(try reader.titles("#\"#1 best\"") == ["Dune"])
        #expect(try reader.titles("tag:x") == ["Dune"])
        let exported = try reader.mybooks("export", "some.json", "--shelf", "#1 best")
        #expect(exported.stdout.contains("1 book"))
        try reader.mybooks("shelf", "add", "dune", "tag:x")
        try reader.mybooks("edit", "dune", "#1 best")
        let names = try reader.mybooks("shelves", "--json").objects.map { $0["name"] as? String }
        #expect(names == ["#1 best", "tag:x"])
        let deleted = try reader.mybooks("shelf", "delete", "#1 best", "--yes")
        #expect(deleted.stdout.hasPrefix("Deleted the shelf “#1 best”"), "\(deleted.stderr)")
        let removed = try reader.mybooks("shelf", "remove", "dune", "tag:x")
        #expect(removed.stdout.hasPrefix("Removed from the shelf “tag:x”"), "\(removed.stderr)")
        #expect(try reader.mybooks("shelves", "--json").objects.isEmpty)
    }

    @Test func `A title that begins with a word for shelves is no shelf`() throws {
        let reader = try Reader()
        for (language, title) in [("en", "Shelf: a novel"), ("pl", "Półka: powieść"), ("hu", "Polc: regény")]
        {
            let added = try reader.mybooks("--language", language, "add", title, "Nowak")
            #expect(added.status == .exited(0), "\(added.stderr)")
            let edited = try reader.mybooks("--language", language, "edit", title, "pages:3", "--json")
            #expect(try edited.object["title"] as? String == title, "\(edited.stderr)")
        }
        #expect(try reader.mybooks("shelves", "--json").objects.isEmpty)
    }

    @Test func `At a terminal, a missing shelf is asked for, and Tab completes shelf names`() throws {
        let reader = try reader()
        try reader.script("shelf add 1 Ulubione")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.send("shelf ad\teden ulu\t\r")
        try terminal.expect("Now on the shelf “Ulubione”: “Eden”.")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("shelf add lalka")
        try terminal.expect("Which shelf")
        try terminal.send("ul\t\r")
        try terminal.expect("Now on the shelf “Ulubione”: “Lalka”.")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("shelf delete ulubione")
        try terminal.expect("3 books are on the shelf “Ulubione”. Delete the shelf?")
        try terminal.sendLine("y")
        try terminal.expect("Deleted the shelf “Ulubione”")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("shelf")
        try terminal.expect("“shelf” needs one more word.")
        try terminal.expectPrompt("mybooks> ")
    }
}

import Localization
import Testing

@testable import Shell

@Suite("Quoted words")
struct QuotedWordTests {
    private let grammar = Grammar(commands: [
        CommandDeclaration(
            "list", group: CommandGroup(plain("Books")), summary: plain("Lists."),
            parameters: [
                Parameter.rest("term", ValueType<String>.text.keepingQuotes, help: plain("Terms."))
                    .declaration
            ]),
        CommandDeclaration(
            "add", group: CommandGroup(plain("Books")), summary: plain("Adds."),
            parameters: [
                Parameter.required("title", .text, help: plain("The title.")).declaration,
                Parameter.optional("author", .text, help: plain("The author.")).declaration,
                Parameter.rest("value", ValueType<String>.text.keepingQuotes, help: plain("Values."))
                    .claiming { word, _ in word.hasPrefix("pages:") }.declaration,
            ]),
        CommandDeclaration(
            "new", group: CommandGroup(plain("Books")), summary: plain("Adds."),
            parameters: [
                Parameter.words("name", ValueType<String>.text.textByName, help: plain("The name."))
                    .declaration,
                Parameter.option("trip", .text, help: plain("The trip.")).declaration,
                Parameter.option("pages", .text, help: plain("The pages.")).readingItsWord { _, _ in false }
                    .declaration,
                Parameter.flag("yes", help: plain("Yes.")).declaration,
            ], changesData: true),
    ])

    private func values(_ line: String) throws -> [String: [String]] {
        try grammar.parse(Tokenizer.words(of: line)).values
    }

    @Test func `stay quoted where quotes make keys and operators a text`() throws {
        #expect(
            try values(#"list "a or b" author:"le guin" #x"#)
                == ["term": [#""a or b""#, #"author:"le guin""#, "#x"]])
        #expect(try values(#"add "a or b""#) == ["title": ["a or b"]])
    }

    @Test func `are what a text that is given by its name becomes`() throws {
        #expect(try values("new a:b c") == ["name": ["a:b", "c"]])
        #expect(try values("new --name a:b --name=c") == ["name": [#""a:b""#, #""c""#]])
        #expect(try values(#"new --name 'a "b"'"#) == ["name": [#""a \"b\"""#]])
        #expect(try grammar.parse(["new", "--name", "a:b"]).values == ["name": [#""a:b""#]])
        #expect(try values("list --term a:b") == ["term": ["a:b"]])
    }

    @Test func `and only they keep a word from being the option that it names`() throws {
        #expect(try values("new trip:Japan Kyoto") == ["trip": ["Japan"], "name": ["Kyoto"]])
        #expect(try values("new Kyoto Trip:\"New York\"") == ["trip": ["New York"], "name": ["Kyoto"]])
        #expect(try grammar.parse(["new", "trip:New York"]).values == ["trip": ["New York"]])
        for text in ["trip:", "trip://a", "yes:no", "pages:4", "day:4"] {
            #expect(try values("new \(text)") == ["name": [text]])
        }
        #expect(try values("new \"trip:Japan\"") == ["name": ["\"trip:Japan\""]])
        #expect(try values("list trip:Japan") == ["term": ["trip:Japan"]])
        #expect(throws: UsageError.self) { try values("new trip:Japan --trip Italy") }
    }

    @Test func `in the user's language name an option, too`() throws {
        let polish = Localizer(try #require(Language(matching: "pl")))
        let call = try grammar.parse(Tokenizer.words(of: "new Kioto podróż:Japonia"), polish)
        #expect(call.values == ["trip": ["Japonia"], "name": ["Kioto"]])
    }

    @Test func `with a key give an option the words that it has with hyphens`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "plan", group: CommandGroup(plain("Trips")), summary: plain("Plans."),
                parameters: [
                    Parameter.words("name", ValueType<String>.text.textByName, help: plain("The name."))
                        .declaration,
                    Parameter.option("date", Self.day, help: plain("The day.")).declaration,
                    Parameter.option("note", .text, help: plain("The note.")).declaration,
                    Parameter.option("end", Self.day, help: plain("The end.")).readingItsWord { key, _ in
                        key == "until"
                    }.declaration,
                ], changesData: true)
        ])
        func values(_ line: String) throws -> [String: [String]] {
            try grammar.parse(Tokenizer.words(of: line)).values
        }
        #expect(try values("plan A date:monday 10:00 B") == ["name": ["A", "B"], "date": ["monday 10:00"]])
        #expect(
            try values("plan A date:monday B 10:00") == ["name": ["A", "B", "10:00"], "date": ["monday"]])
        #expect(try values("plan A date:monday --end friday 10:00")["date"] == ["monday"])
        for line in ["plan A note:x y B", "plan note:x y B", "plan A note:x y"] {
            #expect(throws: UsageError.self, "\(line)") { try values(line) }
        }
        #expect(try values("plan note:x A") == ["name": ["A"], "note": ["x"]])
        #expect(try values("plan A note:\"x y\" B") == ["name": ["A", "B"], "note": ["x y"]])
        #expect(try values("plan A --note x end:monday")["name"] == ["A", "end:monday"])
        #expect(throws: UsageError.self) { try values("plan A end:monday until:friday") }
        #expect(try values("plan until:monday 10:00 A")["name"] == [#"until:"monday 10:00""#, "A"])
        #expect(try values("plan end:monday 10:00 A")["name"] == [#"end:"monday 10:00""#, "A"])
    }

    /// A day, with a time if one follows.
    private static let day = ValueType<String>(
        placeholder: plain("DAY"), isContinued: { !$0.contains(" ") && $1.first?.isNumber ?? false }
    ) { text, _ in
        let words = text.split(separator: " ")
        guard words.count == 1 || words.count == 2 && words[1].contains(":") else { throw ValueError.blank }
        return text
    }

    @Test func `that one text claims keep their places in it and are no other argument`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "spend", group: CommandGroup(plain("Trips")), summary: plain("Spends."),
                parameters: [
                    Parameter.required("amount", .text, help: plain("The amount.")).declaration,
                    Parameter.words(
                        "name", ValueType<String>.text.keepingQuotes, minimum: 1, help: plain("The name.")
                    )
                    .claiming { word, _ in
                        word.hasPrefix("note:")
                    } orUnknown: {
                        $0.contains(":")
                    }.declaration,
                    Parameter.option("day", .text, help: plain("The day.")).declaration,
                ], changesData: true)
        ])
        func call(_ line: String) throws -> Call { try grammar.parse(Tokenizer.words(of: line)) }
        #expect(
            try call("spend note:x 12 Tea today").values == [
                "amount": ["12"], "name": ["note:x", "Tea", "today"],
            ])
        #expect(try call("spend 12 Tea note:x today").values["name"] == ["Tea", "note:x", "today"])
        #expect(try call("spend 12 --day friday note:x Tea").values["name"] == ["note:x", "Tea"])
        #expect(try call("spend note:x").missing?.name == "amount")
        #expect(try call("spend note:x").unknownKey == nil)
        #expect(try call("spend Re:Zero").unknownKey == "Re:Zero")
        // A text that is given by name keeps the claimed words, too.
        #expect(try call("spend 12 --name Tea note:x").values["name"] == ["Tea", "note:x"])
    }

    @Test func `that a text claims stand after an argument that can be left out`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "edit", group: CommandGroup(plain("Trips")), summary: plain("Edits."),
                parameters: [
                    Parameter.optional(
                        "trip",
                        ValueType<String>.text.completed(
                            from: "trips", mark: ValueMark("title:") { _ in false }),
                        help: plain("The trip.")
                    ).declaration,
                    Parameter.words("change", ValueType<String>.text.keepingQuotes, help: plain("Changes."))
                        .claiming { word, _ in
                            word.hasPrefix("#") || word.hasPrefix("note:")
                        }.declaration,
                    Parameter.option("note", .text, help: plain("The note.")).readingItsWord { _, _ in false }
                        .declaration,
                    Parameter.option("title", .text, help: plain("The title.")).readingItsWord { _, _ in false
                    }
                    .declaration,
                ], changesData: true)
        ])
        func values(_ line: String) throws -> [String: [String]] {
            try grammar.parse(Tokenizer.words(of: line)).values
        }
        #expect(try values("edit Japan #a b") == ["trip": ["Japan"], "change": ["#a", "b"]])
        #expect(try values("edit #a b #c") == ["change": ["#a", "b", "#c"]])
        #expect(try values("edit Japan --note x #a b #c")["change"] == ["#a", "b", "#c"])
        #expect(
            try values("edit title:Japan --title Nippon") == ["trip": ["title:Japan"], "title": ["Nippon"]])
        #expect(throws: UsageError.repeatedOption("--note")) { try values("edit Japan --note x note:y") }
    }

    @Test func `that an argument of one word claims are the first such word`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "rank", group: CommandGroup(plain("Trips")), summary: plain("Ranks."),
                parameters: [
                    Parameter.required("level", .text, help: plain("The level."))
                        .claiming { word, _ in
                            ["low", "high"].contains(word)
                        }.declaration,
                    Parameter.rest("trip", ValueType<String>.text.keepingQuotes, help: plain("Trips."))
                        .declaration,
                ], changesData: true)
        ])
        func values(_ line: String) throws -> [String: [String]] {
            try grammar.parse(Tokenizer.words(of: line)).values
        }
        for line in ["rank high 3", "rank 3 high"] {
            #expect(try values(line) == ["level": ["high"], "trip": ["3"]], "\(line)")
        }
        #expect(try values("rank high low") == ["level": ["high"], "trip": ["low"]])
        #expect(try values(#"rank "low" high"#) == ["level": ["high"], "trip": [#""low""#]])
        #expect(try values("rank 3") == ["level": ["3"]])
        #expect(try values("rank high text:a")["trip"] == ["text:a"])
    }

    @Test func `from the operating system's shell have no quotes any more`() throws {
        #expect(try grammar.parse(["list", "a or b"]).values == ["term": ["a or b"]])
    }

    @Test func `are never taken by an argument that claims words`() throws {
        #expect(
            try values("add pages:3 Solaris pages:4 Lem")
                == ["title": ["Solaris"], "author": ["Lem"], "value": ["pages:3", "pages:4"]])
        #expect(try values(#"add "pages:3""#) == ["title": ["pages:3"]])
        #expect(
            try values(#"add Solaris pages:"a b""#) == ["title": ["Solaris"], "value": [#"pages:"a b""#]])
    }
}

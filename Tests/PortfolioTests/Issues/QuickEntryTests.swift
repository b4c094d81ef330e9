import Localization
import ProgramKit
import Shell
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("New issues in one line")
struct QuickEntryTests {
    @Test func `Words set tags, the priority and dates`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        try await tracker.run("new Fix login #work due:friday !high every:weekly wait:monday")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Fix login")
        #expect(issue.priority == .high)
        #expect(issue.tags.map(\.name) == ["work"])
        #expect(issue.dueDay == CivilDate("2024-03-22"))
        #expect(issue.rule?.rawValue == "+1w")
        #expect(issue.waitingDay == CivilDate("2024-03-18"))
        try await tracker.run("new Meeting every:monday")
        #expect(try tracker.issues[1].dueDay == CivilDate("2024-03-18"))
        #expect(try await tracker.problem("new Fix due:soon") == "“soon” is not a date.")
        #expect(try tracker.issues.count == 2)
    }

    @Test func `Numbers after #, texts in quotation marks and other words stay in the title`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        for title in [
            "Fix #12", "\"Fix #work due:friday\"", "Wow! C# 10:30", "see http://a.b", "a !urgent thing",
            "# x", "+1 for C++", "mail a@b.c @2x @", "+ 5",
        ] {
            try await tracker.run("new \(title)")
            let issue = try #require(try tracker.issues.last)
            #expect(issue.title == title.replacing("\"", with: ""))
            #expect(issue.tags.isEmpty)
            #expect(issue.due == nil)
        }
        try await tracker.run("new Fix text:#work")
        #expect(try tracker.issues.last?.title == "Fix #work")
    }

    @Test func `“title:” sets the title in each way in which a value can be written`() async throws {
        let tracker = try await TestTracker()
        for word in ["title:Plants", "title:\"Water plants\"", "\"title: in a text\""] {
            try await tracker.run("new \(word)")
        }
        #expect(try tracker.issues.map(\.title) == ["Plants", "Water plants", "title: in a text"])
        try await tracker.run("edit 1 title:Trees due:friday")
        #expect(try tracker.issues[0].title == "Trees")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-22"))
        try await tracker.run("edit 1 title:'Old trees'")
        #expect(try tracker.issues[0].title == "Old trees")
        // The operating system's shell has removed the quotes.
        let line = try QuickEntry(["title:Old trees"], changing: true, tracker.session.fieldContext.parsing)
        #expect(line.parts == [.text("Old trees")])
        #expect(try await tracker.problem("edit 1 title:")?.contains("title") == true)
    }

    @Test(arguments: ["note:water them", "foo:bar baz", "colour:a b"])
    func `A word with spaces and an unknown key is no title`(word: String) async throws {
        let tracker = try await TestTracker()
        let context = tracker.session.fieldContext.parsing
        for isChange in [true, false] {
            #expect(throws: FieldError.self) { try QuickEntry([word], changing: isChange, context) }
            for title in ["Note: water them", "Meet at 14:00 in town", "see https://a.b/c now"] {
                #expect(try QuickEntry([title], changing: isChange, context).parts == [.text(title)])
            }
        }
    }

    @Test(arguments: [
        ("pl", "opis", "content"), ("pl", "szacunek", "estimate"), ("hu", "leírás", "content"),
        ("hu", "prioritás", "priority"), ("hu", "becslés", "estimate"), ("en", "deadline", "due"),
    ])
    func `Everyday words in the user's language name fields`(code: String, word: String, key: String) throws {
        let localizer = Localizer(try #require(Language(matching: code)))
        #expect(Issue.fields.field(word: word, localizer)?.key == key)
    }

    @Test(arguments: Language.available)
    func `A key in the user's language sets what the English one sets`(language: Language) throws {
        let localizer = Localizer(language)
        let today = try #require(CivilDate("2024-03-15"))
        let context = ParseContext(localizer: localizer, today: today)
        for field in Issue.fields.fields where field.option != nil {
            let value = [
                "due": "2024-03-22", "wait": "2024-03-18", "at": "14:00", "estimate": "2h", "every": "weekly",
                "priority": "high",
            ]
            let label = localizer.string(field.label).lowercased().replacing(" ", with: "-")
            for written in [label, field.word] {
                let entry = try QuickEntry(
                    ["\(written):\(value[field.word] ?? "x")"], changing: true, context)
                #expect(
                    entry.changes.map(\.key) == (field.key == "title" ? [] : [field.key]), "\(written)")
                #expect(entry.parts == (field.key == "title" ? [.text("x")] : []), "\(written)")
            }
        }
    }

    @Test(arguments: [
        ("en", "tag"), ("en", "project"), ("en", "Tag"), ("pl", "etykieta"), ("pl", "Etykieta"),
        ("pl", "etykiety"), ("pl", "tag"), ("hu", "címke"), ("hu", "cimke"), ("hu", "címkék"),
        ("hu", "project"),
    ])
    func `A word for tags in the user's language is a key of “new”, “edit” and conditions`(
        code: String, key: String
    ) async throws {
        let tracker = try await TestTracker(language: code)
        for name in ["work", "home", "\"two words\""] { try await tracker.run("tag new \(name)") }
        try await tracker.run("new Fix \(key):work due:friday")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Fix")
        #expect(issue.tags.map(\.name) == ["work"])
        try await tracker.run("edit 1 \(key):home")
        #expect(Set(issue.tags.map(\.name)) == ["work", "home"])
        try await tracker.run("edit --where \(key):work \(key):\"two words\"")
        #expect(Set(issue.tags.map(\.name)) == ["work", "home", "two words"])
        #expect(issue.title == "Fix")
        #expect(try await tracker.titles("list \(key):home") == ["Fix"])
        // The operating system's shell has removed the quotation marks.
        let entry = try QuickEntry(
            ["\(key):two words"], changing: true, tracker.session.fieldContext.parsing)
        #expect(entry.parts == [.tag("two words", word: "\(key):two words")])
    }

    @Test func `Only quotes at the prompt make a text of words that name values`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        try await tracker.run("tag new \"two words\"")
        try await tracker.run("new \"#work\" Call \"!high\"")
        #expect(try tracker.issues.last?.title == "#work Call !high")
        #expect(try tracker.issues.last?.tags.isEmpty == true)
        try await tracker.run("new Call #\"two words\" due:\"next friday\"")
        #expect(try tracker.issues.last?.title == "Call")
        #expect(try tracker.issues.last?.tags.map(\.name) == ["two words"])
        #expect(try tracker.issues.last?.dueDay == CivilDate("2024-03-22"))
        // The operating system's shell has removed the quotes of a single argument.
        let context = tracker.session.fieldContext.parsing
        let line = try QuickEntry(["Call mum #work !high"], readingLine: true, context)
        #expect(line.parts == [.text("Call"), .text("mum"), .tag("work", word: "#work")])
        #expect(line.changes.map(\.key) == ["priority"])
        let edit = try QuickEntry(["every:last day"], changing: true, context)
        #expect(edit.parts == [])
        #expect(edit.changes.map(\.key) == ["recurrence"])
        let text = try QuickEntry(["every: last day"], changing: true, context)
        #expect(text.parts == [.text("every: last day")])
    }

    @Test func `Words of todo.txt and taskwarrior are values, too`() async throws {
        let tracker = try await TestTracker(answers: ["yes", "no", "no"])
        for name in ["work", "@phone"] { try await tracker.run("tag new \(name)") }
        try await tracker.run("new (A) Call +Work @phone due:monday rec:+1w")
        var issue = try #require(try tracker.issues.last)
        #expect(issue.title == "Call")
        #expect(issue.priority == .high)
        #expect(issue.letter == nil)
        #expect(Set(issue.tags.map(\.name)) == ["work", "@phone"])
        #expect(issue.rule?.rawValue == "+1w")
        try await tracker.run("new (D) Wash (B) project:work")
        issue = try #require(try tracker.issues.last)
        #expect(issue.title == "Wash (B)")
        #expect(issue.priority == .low)
        #expect(issue.letter == "D")
        #expect(issue.tags.map(\.name) == ["work"])
        // An unknown tag that the user doesn't want stays in the title as it was written.
        try await tracker.run("new Ask @anna +bob project:nix")
        issue = try #require(try tracker.issues.last)
        #expect(issue.tags.map(\.name) == ["@anna"])
        #expect(issue.title == "Ask +bob project:nix")
        #expect(try await tracker.titles("list +work --sort -number") == ["Wash (B)", "Call"])
        #expect(try await tracker.titles("list @PHONE priority:h") == ["Call"])
        #expect(try await tracker.titles("list +bob") == ["Ask +bob project:nix"])
        #expect(Set(try await tracker.titles("list -+work")) == ["Ask +bob project:nix"])
        #expect(try await tracker.titles("list project:work wash") == ["Wash (B)"])
    }

    @Test func `Tab offers only words that set a value`() throws {
        let today = try #require(CivilDate("2024-03-15"))
        let context = ParseContext(localizer: Localizer(.english), today: today)
        let tags = ["work", "two words", "@home", "12"]
        for word in QuickEntry.candidates(for: "", tags: tags) {
            let parts = try QuickEntry([word], context).parts
            #expect(parts.allSatisfy { if case .tag = $0 { true } else { false } }, "\(word)")
        }
        #expect(QuickEntry.candidates(for: "#", tags: tags) == ["#work", "#@home"])
        #expect(QuickEntry.candidates(for: "+w", tags: tags) == ["+work"])
        #expect(QuickEntry.candidates(for: "@", tags: tags) == ["@home"])
        #expect(QuickEntry.candidates(for: "Wait", tags: tags) == ["wait:tomorrow", "wait:monday"])
        #expect(QuickEntry.candidates(for: "w", tags: ["work"]).allSatisfy { $0.hasPrefix("wait:") })
    }

    @Test func `A name and a colon alone clear a value, and a minus removes a tag`() async throws {
        let tracker = try await TestTracker()
        for name in ["work", "home"] { try await tracker.run("tag new \(name)") }
        try await tracker.run("new Fix login #work due:friday wait:monday every:weekly")
        #expect(try await tracker.said("edit 1 due: -work +home") == "Edited “Fix login”.")
        let issue = try tracker.issues[0]
        #expect(issue.title == "Fix login")
        #expect(issue.due == nil)
        #expect(issue.tags.map(\.name) == ["home"])
        #expect(try await tracker.said("edit 1 -- -#home wait: rec:") == "Edited “Fix login”.")
        #expect(issue.title == "Fix login")
        #expect(issue.tags.isEmpty)
        #expect(issue.waitingDay == nil)
        #expect(issue.rule == nil)
        // A tag that the issue doesn't have changes nothing; an unknown tag and a value that every issue has are errors.
        try await tracker.run("edit 1 -work")
        #expect(issue.tags.isEmpty)
        #expect(try await tracker.problem("edit 1 -wrok") == "There is no tag “wrok”.")
        #expect(try await tracker.problem("edit 1 priority:") == "Every entry needs this field: priority.")
        #expect(issue.title == "Fix login")
        // In a new issue, both are text.
        try await tracker.run("new Note: call Ann")
        #expect(try tracker.issues.last?.title == "Note: call Ann")
        try await tracker.run("new Due: Monday")
        #expect(try tracker.issues.last?.title == "Due: Monday")
    }

    @Test(arguments: [
        ("estimate:2 hours", "", "estimate"), ("estimate:2 h", "", "estimate"),
        ("estimate:1h 30min", "", "estimate"), ("estimate:1 h 30 min", "", "estimate"),
        ("estimate:2 hotels", "hotels", "estimate"), ("estimate:1h 30 pages", "30 pages", "estimate"),
        ("every:monday until 2027-12-31", "", "recurrence"), ("every:monday and thursday", "", "recurrence"),
        ("every:weekly on friday", "", "recurrence"), ("every:1st monday Paint", "Paint", "recurrence"),
        ("every:15th of the month Paint", "Paint", "recurrence"),
        ("every:monday last chapter", "last chapter", "recurrence"), ("due:15th of december", "", "due"),
        ("due:friday at 14:00", "", "due"), ("due:friday 2 pm", "", "due"),
        ("due:friday Pay the rent", "Pay the rent", "due"), ("due:friday 2", "2", "due"),
        ("wait:next week Pay", "Pay", "waitingUntil"), ("due:friday text:14:00", "14:00", "due"),
    ])
    func `A value of several words ends where the longest one does`(
        line: String, title: String, keys: String
    ) throws {
        let today = try #require(CivilDate("2024-03-15"))
        let context = ParseContext(localizer: Localizer(.english), today: today)
        for isChange in [true, false] {
            let entry = try QuickEntry(
                line.split(separator: " ").map(String.init), changing: isChange, context)
            #expect(entry.parts == title.split(separator: " ").map { QuickEntry.Part.text(String($0)) })
            #expect(entry.changes.map(\.key).joined(separator: " ") == keys)
        }
    }

    @Test func `A value of several words never becomes the title`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Water plants estimate:2 hours every:monday and thursday")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Water plants")
        #expect(issue.estimate == 120)
        #expect(issue.rule?.rawValue == "+1w@mon,thu")
        try await tracker.run("edit 1 due:friday at 14:00")
        #expect(issue.dueTime == 840)
        for (line, problem) in [
            ("edit 1 content:hello world", "It is unclear whether “world” belongs to content: or to TITLE."),
            ("edit 1 due: friday", "There must be no space after “due:”."),
            ("edit 1 due: \"next friday\"", "There must be no space after “due:”."),
            ("new Pay due: friday", "There must be no space after “due:”."),
            ("edit 1 wait:1d 9:00", "“1d 9:00” is not a date."),
        ] {
            #expect(try await tracker.problem(line) == problem, "\(line)")
        }
        #expect(try await tracker.problem("edit 1 every:monday until 2020-01-01")?.contains("passed") == true)
        #expect(try tracker.issues.count == 1)
        #expect(issue.title == "Water plants")
        #expect(issue.dueDay == CivilDate("2024-03-22"))
        try await tracker.run("edit 1 content:hello \"Old plants\"")
        #expect(issue.content == "hello")
        #expect(issue.title == "Old plants")
        try await tracker.run("edit 1 Plants due:")
        #expect(issue.due == nil)
        #expect(issue.title == "Plants")
    }

    @Test(arguments: [
        "--due friday !low #work Buy milk", "Buy milk !low --due friday #work",
        "Buy --due friday milk !low #work", "!low --due friday Buy milk #work",
        "--content hello !low #work \"Buy milk\" due:friday", "--title \"Buy milk\" due:friday !low #work",
    ])
    func `An option can stand before values and plain words`(words: String) async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Water !high", "new Plants"] { try await tracker.run(line) }
        for line in ["edit #1 \(words)", "new \(words)"] { try await tracker.run(line) }
        for issue in [try tracker.issues[0], try #require(try tracker.issues.last)] {
            #expect(issue.title == "Buy milk")
            #expect(issue.dueDay == CivilDate("2024-03-22"))
            #expect(issue.priority == .low)
            #expect(issue.tags.map(\.name) == ["work"])
        }
    }

    @Test func `“edit --where” takes one word of conditions, and all other words are changes`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "tag new home", "new Paint #home", "new Sweep #home", "new Call"] {
            try await tracker.run(line)
        }
        try await tracker.run("edit --where #home due:friday !low #work --yes")
        try await tracker.run("edit --where #home every:monday and thursday -work estimate:2h --yes")
        for issue in try tracker.issues.prefix(2) {
            #expect(issue.rule?.rawValue == "+1w@mon,thu")
            #expect(issue.tags.map(\.name) == ["home"])
            #expect(issue.estimate == 120)
        }
        #expect(try tracker.issues[2].due == nil)
        for line in ["edit --where #home call mum !high", "edit --where #home !high call mum"] {
            #expect(
                try await tracker.problem(line)
                    == "It is unclear whether “call mum” belongs to --where or to CHANGE.")
        }
        // The line of the advice.
        try await tracker.run("edit --where \"#home sweep\" !high --yes")
        #expect(try tracker.issues.map(\.priority) == [.low, .high, .low])
        #expect(
            try await tracker.problem("edit --where #home --title Sweep")
                == "An entry and --where can't be given together.")
    }

    @Test func `Without an issue, the words change the open one, but not its title`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Bread and butter", "new Paint"] { try await tracker.run(line) }
        try await tracker.run("edit every:monday and thursday #work")
        #expect(try tracker.issues[0].rule == nil)
        #expect(try tracker.issues[1].rule?.rawValue == "+1w@mon,thu")
        #expect(try tracker.issues[1].tags.map(\.name) == ["work"])
        for line in ["edit !high bread", "edit due:friday 1"] {
            #expect(try await tracker.problem(line)?.contains("is one argument too many") == true, "\(line)")
        }
        try await tracker.run("edit title:paint !high --title Sweep")
        #expect(try tracker.issues.map(\.title) == ["Bread and butter", "Sweep"])
        #expect(
            try await tracker.problem("edit 1 due:friday --due monday")
                == "The option --due is given more than once.")
    }

    @Test(arguments: [
        ("new Read !high !low", "--priority"), ("new Read !high pri:low", "--priority"),
        ("new title:Read title:Write", "--title"), ("edit 1 !high !low", "--priority"),
        ("edit 1 !high priority:low", "--priority"), ("edit 1 !high --priority low", "--priority"),
        ("edit 1 due:friday due:monday", "--due"), ("edit 1 due:friday 14:00 at:15:00", "--at"),
        ("edit 1 estimate:1h estimate:2h", "--estimate"), ("edit 1 title:A title:B", "--title"),
        ("edit 1 title:A --title B", "--title"),
        ("edit --where priority:medium due:friday due:monday", "--due"),
    ])
    func `A field that a line gives twice is refused`(line: String, option: String) async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Paint")
        let problem = try await tracker.problem(line)
        #expect(problem == "The option \(option) is given more than once.")
        #expect(try tracker.issues.map(\.title) == ["Paint"])
        #expect(try tracker.issues[0].priority == .low)
        #expect(try tracker.issues[0].due == nil)
    }

    @Test(arguments: [
        "edit 1 due:friday 14:00 #work #work", "edit 1 priority:D", "edit 1 due:friday at:14:00",
    ])
    func `What follows from one word isn't given twice`(line: String) async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Paint"] { try await tracker.run(line) }
        #expect(try await tracker.problem(line) == nil)
    }

    @Test(arguments: [("#work -work", "#work"), ("-#work tag:work", "tag:work"), ("-Work +work", "+work")])
    func `A tag isn't both added and removed`(words: String, added: String) async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Paint"] { try await tracker.run(line) }
        let problem = try #require(try await tracker.problem("edit 1 \(words)"))
        #expect(problem.contains("contradict each other"))
        #expect(problem.contains("“\(added)”"))
        #expect(try tracker.issues[0].tags.isEmpty)
    }

    @Test(arguments: [
        "new Call --due \"friday 14:00\"", "new Call --due friday 14:00", "new --due friday 14:00 Call",
        "new Call --due \"friday at 2 pm\"", "new Call --due friday 2:00 pm", "new Call due:friday 14:00",
        "new Call due:friday 2:00 pm", "new Call due:friday at 2 pm",
    ])
    func `A due day has a time after it in the option and in the word`(line: String) async throws {
        let tracker = try await TestTracker()
        try await tracker.run(line)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Call")
        #expect(issue.dueDay == CivilDate("2024-03-22"))
        #expect(issue.dueTime == 840)
        let typed = line.replacing("new", with: "edit 1").replacing("friday", with: "monday").replacing(
            "Call", with: "Mail")
        try await tracker.run(typed)
        #expect(issue.title == "Mail")
        #expect(issue.dueDay == CivilDate("2024-03-18"))
        #expect(issue.dueTime == 840)
    }

    @Test func `No second title and no second time is lost`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Alpha")
        for line in ["edit 1 --title New name", "edit 1 name --title New", "edit 1 --title New !high name"] {
            #expect(try await tracker.problem(line) == "“name” is one argument too many.", "\(line)")
        }
        try await tracker.run(#"edit 1 --title "New name" !high"#)
        #expect(try tracker.issues.map(\.title) == ["New name"])
        for line in [
            "edit 1 due:friday 14:00 at:15:00", #"edit 1 --due "friday 14:00" --at 15:00"#,
            "new Beta due:friday 14:00 --at 15:00",
        ] {
            let problem = try await tracker.problem(line)
            #expect(problem == "The option --at is given more than once.", "\(line)")
        }
        #expect(try tracker.issues.map(\.dueTime) == [nil])
    }

    @Test func `A text after the number of an issue begins with the next word`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Alpha", "new Beta", "note --issue 1 hello there", "content --issue #1 a b"] {
            try await tracker.run(line)
        }
        #expect(try tracker.issues[0].notesInOrder.map(\.text) == ["hello there"])
        #expect(try tracker.issues[0].content == "a b")
        try await tracker.run("title Two words --issue 1 and more")
        #expect(try tracker.issues[0].title == "Two words and more")
        #expect(
            try await tracker.problem("note --issue beta hello there")
                == "It is unclear whether “hello there” belongs to --issue or to [ISSUE] TEXT.")
    }

    @Test func `“text:” isn't a part of a title, a note or a content`() async throws {
        let tracker = try await TestTracker()
        let texts = ["note 1 text:hello", "content 1 text:a:b", "title 1 text:due:friday"]
        for line in ["new Alpha", "back"] + texts {
            try await tracker.run(line)
        }
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "due:friday")
        #expect(issue.content == "a:b")
        #expect(issue.notesInOrder.map(\.text) == ["hello"])
        try await tracker.run("note 1 \"text:hello\"")
        #expect(Set(issue.notesInOrder.map(\.text)) == ["hello", "text:hello"])
        try await tracker.run("tag new text:home")
        #expect(try tracker.tags.map(\.name) == ["home"])
    }

    @Test func `“edit” with words changes only what they name, as one step of undo`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        try await tracker.run("tag new home")
        try await tracker.run("new Fix login #work due:friday every:weekly !high")
        #expect(try await tracker.said("edit 1 due:none +home priority:L") == "Edited “Fix login”.")
        let issue = try tracker.issues[0]
        #expect(issue.due == nil)
        #expect(issue.priority == .low)
        #expect(issue.rule?.rawValue == "+1w")
        #expect(Set(issue.tags.map(\.name)) == ["work", "home"])
        #expect(issue.title == "Fix login")
        try await tracker.run("undo")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-22") && tracker.issues[0].tags.count == 1)
        #expect(
            try await tracker.said("modify 1 Mend it rec:none")
                == "Edited “Fix login”, which is now called “Mend it”.")
        #expect(try tracker.issues[0].rule == nil && tracker.issues[0].title == "Mend it")
        #expect(
            try await tracker.said("edit 1 !high") == "“Mend it” already has these values. Nothing changed.")
        // A misspelled tag or a second number never becomes the title.
        #expect(try await tracker.problem("edit 1 +wrok") == "There is no tag “wrok”.")
        #expect(try await tracker.problem("edit 1 2") != nil)
        #expect(try await tracker.problem("edit 1 due:soon Other") == "“soon” is not a date.")
        #expect(try tracker.issues[0].title == "Mend it")
        try await tracker.run("edit 1 +garden --yes")
        #expect(try tracker.issues[0].tags.map(\.name).contains("garden"))
        try await tracker.run("edit 1 (C)")
        #expect(try tracker.issues[0].letter == "C" && tracker.issues[0].title == "Mend it")
    }

    @Test(arguments: [
        (
            "edit 1 or 2 due:friday", "edit --where \"number:1 or number:2\" due:friday",
            "edit 1 \"or 2\" due:friday"
        ),
        (
            "edit 1 !high and 2 3", "edit --where \"number:1 or number:2 or number:3\" !high",
            "edit 1 \"and 2 3\" !high"
        ),
        (
            "edit #1 2 or 3 !high", "edit --where \"number:1 or number:2 or number:3\" !high",
            "edit 1 \"2 or 3\" !high"
        ),
        ("edit milk or rent due:friday", "edit --where \"milk or rent\" due:friday", "edit milk \"or rent\""),
        ("edit 1 2 !high", "edit --where \"number:1 or number:2\" !high", "edit 1 \"2\" !high"),
        ("edit 1 2-3 !high", "edit --where \"number:1 or number:2..3\" !high", "edit 1 \"2-3\" !high"),
        (
            "edit 1 2,3 !high", "edit --where \"number:1 or number:2 or number:3\" !high",
            "edit 1 \"2,3\" !high"
        ),
        (
            "edit 1 or 3-2 !high", "edit --where \"number:1 or 3-2\" !high",
            "edit 1 \"or 3-2\" !high"
        ),
        ("title 1 or 2", "", "title 1 \"or 2\""), ("title milk and rent", "", "title milk \"and rent\""),
        ("note 1 or 2 Call Ann", "", "note 1 \"or 2 Call Ann\""),
        ("content #1 and 2", "", "content #1 \"and 2\""),
    ])
    func `Words that probably name other issues are no title and no text`(
        line: String, others: String, quoted: String
    ) async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Buy milk", "Pay rent", "Call Ann"])
        let error = await #expect(throws: ValueError.self) { try await tracker.run(line) }
        let remedy = tracker.session.localizer.string(try #require(error?.remedy))
        #expect(others.isEmpty || remedy.contains(others))
        #expect(remedy.contains(quoted))
        #expect(try tracker.issues.map(\.title) == ["Buy milk", "Pay rent", "Call Ann"])
        #expect(try tracker.issues.allSatisfy { $0.due == nil && $0.notes.isEmpty && $0.content.isEmpty })
    }

    @Test(arguments: [
        ("pl", "lub"), ("pl", "albo"), ("pl", "i"), ("hu", "vagy"), ("hu", "és"), ("hu", "and"),
    ])
    func `A word of the user's language that joins issues begins no title`(
        code: String, word: String
    ) async throws {
        let tracker = try await TestTracker(language: code)
        try tracker.fill(["Buy milk", "Pay rent"])
        for line in ["edit 1 \(word) 2 !high", "title 1 \(word) 2"] {
            await #expect(throws: ValueError.self, "\(line)") { try await tracker.run(line) }
        }
        #expect(try tracker.issues.map(\.title) == ["Buy milk", "Pay rent"])
    }

    @Test func `In quotes, and after its first word, a title has any words`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Buy milk", "Pay rent"])
        let titles = [
            "\"or 2\"": "or 2", "\"2\"": "2", "text:or 2": "or 2", "Milk or 2": "Milk or 2",
            "2 eggs": "2 eggs",
            "title:and": "and", "2.5": "2.5",
        ]
        for (written, title) in titles {
            try await tracker.run("edit 1 \(written)")
            #expect(try tracker.issues[0].title == title)
        }
        try await tracker.run("title 1 \"or 2\"")
        #expect(try tracker.issues[0].title == "or 2")
        try await tracker.run("note 1 And that was it")
        #expect(try tracker.issues[0].notes.map(\.text) == ["And that was it"])
        try await tracker.run("open 2")
        try await tracker.run("title or 2")
        #expect(try tracker.issues[1].title == "or 2")
    }

    @Test func `“edit” refuses an unknown priority, and “new” has it in the title`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix !urgent")
        #expect(try await tracker.problem("edit 1 !urgent") == "“!urgent” isn't a priority.")
        #expect(try await tracker.problem("edit --where fix !important") == "“!important” isn't a priority.")
        #expect(try await tracker.problem("edit 1 Mend !urgent due:friday") == "“!urgent” isn't a priority.")
        #expect(try tracker.issues.map(\.title) == ["Fix !urgent"])
        try await tracker.run("edit 1 Mend text:!urgent")
        #expect(try tracker.issues.map(\.title) == ["Mend !urgent"])
        try await tracker.run("edit 1 \"!now\"")
        #expect(try tracker.issues.map(\.title) == ["!now"])
    }

    @Test func `The message about several issues names the fields that changed in some of them`() async throws
    {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Fix #work", "new Mend !high", "new Sew !high #work"] {
            try await tracker.run(line)
        }
        #expect(
            try await tracker.said("edit --where number:1..3 !high #work --yes")
                == "Changed 2 entries: priority and tags.")
        #expect(
            try await tracker.said("edit --where number:1..3 !high --yes")
                == "All of them already have these values. Nothing changed.")
    }

    @Test func `The message of “edit” names the old title and the new one`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix")
        #expect(try await tracker.said("edit 1 Mend") == "“Fix” is now called “Mend”.")
        #expect(try await tracker.said("edit 1 title:Sew") == "“Mend” is now called “Sew”.")
        #expect(try await tracker.said("edit 1 --title Knit") == "“Sew” is now called “Knit”.")
        #expect(
            try await tracker.said("edit 1 Weave !high") == "Edited “Knit”, which is now called “Weave”.")
    }

    @Test func `Without a terminal an unknown tag is refused, and --yes creates it`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Fix #garden now", "new Fix +garden", "new Fix project:garden"] {
            #expect(try await tracker.problem(line) == "There is no tag “garden”.", "\(line)")
        }
        #expect(try tracker.issues.isEmpty)
        #expect(try tracker.tags.isEmpty)
        let output = try await tracker.run("new Mail @anna")
        #expect(
            tracker.warnings(output) == [
                "There is no tag “@anna”, so it stays in the title. With --yes, it is created."
            ])
        try await tracker.run("new Fix #garden --yes")
        #expect(try tracker.issues[1].title == "Fix" && tracker.tags.map(\.name) == ["garden"])
        let asked = try await TestTracker(answers: ["yes", "no"])
        try await asked.run("new Fix #one #two")
        #expect(try asked.issues[0].title == "Fix #two" && asked.tags.map(\.name) == ["one"])
    }

    @Test func `A number with # alone lacks the title`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix")
        #expect(try await tracker.problem("title #1") == "The new title of issue 1 is missing.")
        try await tracker.run("title 1984")
        #expect(try tracker.issues[0].title == "1984")
        try await tracker.run("back")
        #expect(try await tracker.problem("title 1") == "The new title of issue 1 is missing.")
        let asked = try await TestTracker(answers: ["Mend"])
        for line in ["new Fix", "title #1"] { try await asked.run(line) }
        #expect(try asked.issues[0].title == "Mend")
    }
}

import Localization
import Testing
import TestSupport

@testable import Shell

@MainActor
@Suite("Completion")
struct CompleterTests {
    private let titles = ["Solaris", "War and Peace", "Warszawa", "L'Étranger", "Łódź"]

    private var completer: Completer {
        Completer(
            grammar: Grammar(commands: [
                AddCommand().declaration, ListCommand().declaration,
                TagCommand("add", aliases: ["tag new", "label"]).declaration,
                TagCommand("remove").declaration,
                BuiltInCommand.help.declaration(
                    commandNames: ["add", "list", "tag add", "tag remove"], settings: []),
                CommandDeclaration(
                    "show", group: CommandGroup(plain("Books")), summary: plain("Shows."),
                    parameters: [
                        Parameter.required(
                            "book", ValueType.text.completed(from: "titles"), help: plain("The book.")
                        )
                        .declaration,
                        Parameter.option(
                            "sort", .choice([Choice("title", 0), Choice("author", 1)]),
                            help: plain("The order.")
                        ).declaration,
                        Parameter.option("file", .path, help: plain("A file.")).declaration,
                    ]),
                CommandDeclaration(
                    "name", group: CommandGroup(plain("Books")), summary: plain("Names."),
                    parameters: [
                        Parameter.words(
                            "text", ValueType.text.completed(from: "titles"), help: plain("The name.")
                        ).declaration,
                        Parameter.option("note", .text, help: plain("A note.")).declaration,
                        Parameter.flag("yes", help: plain("No question.")).declaration,
                    ]),
            ]),
            candidateSource: { source, typed in
                let folded = SearchFold.fold(typed)
                return source == "titles" ? titles.filter { SearchFold.fold($0).hasPrefix(folded) } : []
            },
            localizer: english, workingDirectory: "/nowhere", home: nil)
    }

    private func complete(_ line: String) -> LineCompletion? {
        completer.complete(line, at: line.utf8.count)
    }

    private func shown(_ line: String) -> [String] {
        complete(line)?.candidates.map(\.display) ?? []
    }

    @Test func `Tab completes commands at the beginning of a line`() {
        #expect(shown("") == ["add", "list", "tag", "help", "show", "name"])
        #expect(complete("li")?.common == "list")
        #expect(complete("li")?.appendsSpace == true)
        #expect(shown("LI") == ["list"])
        #expect(complete("xyz") == nil)
    }

    @Test func `An alias is completed only if no command name matches`() {
        #expect(shown("ne") == ["new"])
        #expect(shown("a") == ["add"])
    }

    @Test func `The second word of a command name is completed after the first, then the arguments`() {
        #expect(complete("ta")?.common == "tag")
        #expect(complete("ta")?.appendsSpace == true)
        #expect(shown("tag ") == ["add", "remove"])
        #expect(complete("tag a")?.common == "tag add")
        #expect(complete("tag n")?.common == "tag new")
        #expect(shown("tag x") == [])
        #expect(shown("la") == ["label"])
        #expect(shown("tag add --t") == ["--tag"])
        #expect(shown("tag nothing x") == [])
        #expect(shown("help ") == ["add", "list", "tag", "options", "exit-codes"])
        #expect(shown("help tag ") == ["add", "remove"])
    }

    @Test func `A text of several words isn't completed after the value of an option`() {
        #expect(shown("name Solaris ") == ["L'Étranger", "Łódź", "Solaris", "Warszawa"])
        #expect(shown("name --note x so") == ["Solaris"])
        #expect(shown("name Solaris --yes so") == ["Solaris"])
        #expect(shown("name --note x Solaris w") == [])
        #expect(shown("name Solaris --note=x w") == [])
        #expect(shown("name Solaris --note x ").contains("--yes"))
    }

    @Test func `An option is completed only as often as it may occur`() {
        #expect(shown("add --") == ["--rating", "--tag", "--title", "--format", "--json", "--csv", "--help"])
        #expect(!shown("add --rating 4 --").contains("--rating"))
        #expect(shown("add --tag x --").contains("--tag"))
        #expect(complete("show --so")?.common == "show --sort")
    }

    @Test func `After the first of several values, Tab offers more of them and the next argument`() {
        let words = Completer(
            grammar: Grammar(commands: [
                CommandDeclaration(
                    "shelve", group: CommandGroup(plain("Books")), summary: plain("Shelves."),
                    parameters: [
                        Parameter.rest(
                            "book", ValueType.text.completed(from: "titles"), minimum: 1,
                            help: plain("Books.")
                        ).declaration,
                        Parameter.required(
                            "shelf", ValueType.text.completed(from: "shelves"), help: plain("The shelf.")
                        ).declaration,
                    ])
            ]),
            candidateSource: { source, _ in source == "titles" ? ["Eden", "Solaris"] : ["space"] },
            localizer: english, workingDirectory: "/nowhere", home: nil)
        func shown(_ line: String) -> [String] {
            words.complete(line, at: line.utf8.count)?.candidates.map(\.display) ?? []
        }
        #expect(shown("shelve ") == ["Eden", "Solaris"])
        #expect(shown("shelve Eden ") == ["space", "Eden", "Solaris"])
        #expect(shown("shelve Eden s") == ["space", "Solaris"])
        #expect(shown("shelve --shelf space ") == ["Eden", "Solaris"])
    }

    @Test func `Values are completed in the user's language, and in English as a fallback`() {
        let status = ValueType.choice([
            Choice("on-shelf", 0, plain("na półce")), Choice("completed", 1, plain("przeczytana")),
            Choice("new", 2),
        ])
        func shown(_ line: String, _ localizer: Localizer) -> [String] {
            let completer = Completer(
                grammar: Grammar(commands: [
                    CommandDeclaration(
                        "status", group: CommandGroup(plain("Books")), summary: plain("Status."),
                        parameters: [
                            Parameter.required("status", status, help: plain("The status.")).declaration,
                            Parameter.option("day", ValueType<CivilDate>.day.orNone, help: plain("The day."))
                                .declaration,
                        ])
                ]),
                candidateSource: { _, _ in [] }, localizer: localizer, workingDirectory: "/nowhere", home: nil
            )
            return completer.complete(line, at: line.utf8.count)?.candidates.map(\.display) ?? []
        }
        #expect(shown("status prz", polish) == ["przeczytana"])
        #expect(shown("status na", polish) == ["na półce"])
        #expect(shown("status com", polish) == ["completed"])
        #expect(shown("status n", polish) == ["na półce", "new"])
        #expect(shown("status ", polish) == ["na półce", "przeczytana", "new"])
        #expect(shown("status ", english) == ["on-shelf", "completed", "new"])
        #expect(shown("status prz", english) == [])
        #expect(shown("status --day ", polish) == ["dziś", "wczoraj", "jutro", "brak"])
        #expect(shown("status --day dzi", polish) == ["dziś", "dzisiaj"])
        #expect(shown("status --day t", polish) == ["today", "tomorrow"])
        #expect(shown("status --day t", hungarian) == ["tegnap", "today", "tomorrow"])
        #expect(shown("status --day ", english) == ["today", "yesterday", "tomorrow", "none"])
    }

    @Test func `After the last argument, Tab offers options`() {
        #expect(shown("add Solaris ").first == "--rating")
        #expect(shown("add Solaris x") == [])
    }

    @Test func `After --, no option is completed`() {
        #expect(shown("show -- --") == [])
        #expect(shown("show -- So") == ["Solaris"])
    }

    @Test func `Values with the typed prefix are offered, otherwise those that contain it`() {
        let all = Completer(
            grammar: completer.grammar,
            candidateSource: { _, _ in
                ["Łódź nocą", "Noce i dnie", "Solaris", "Solaris", "Nocny\nlot", "X\u{9B}31m"]
            },
            localizer: english, workingDirectory: "/nowhere", home: nil)
        func shown(_ line: String) -> [String] {
            all.complete(line, at: line.utf8.count)?.candidates.map(\.display) ?? []
        }
        #expect(shown("show noc") == ["Noce i dnie"])
        #expect(shown("show noca") == ["Łódź nocą"])
        #expect(shown("show dnie") == ["Noce i dnie"])
        #expect(shown("show sol") == ["Solaris"])
        #expect(shown("show lot").isEmpty)
        #expect(shown("show ") == ["Łódź nocą", "Noce i dnie", "Solaris"])
        let middle = "show \"noca"
        #expect(all.complete(middle, at: middle.utf8.count)?.common == "show \"Łódź nocą\"")
    }

    /// Returns a completer for a command whose argument is a title. Some titles need the prefix “title:”.
    private func completerWithPrefix(_ titles: String..., directory: String = "/nowhere") -> Completer {
        let mark = ValueMark("title:") { $0.allSatisfy(\.isNumber) || $0.hasPrefix("title:") }
        let title = ValueType.text.completed(from: "titles", mark: mark)
        return Completer(
            grammar: Grammar(commands: [
                CommandDeclaration(
                    "show", group: CommandGroup(plain("Books")), summary: plain("Shows."),
                    parameters: [
                        Parameter.required("book", title, help: plain("The book.")).declaration,
                        Parameter.option("like", title, help: plain("Another.")).declaration,
                    ]),
                CommandDeclaration(
                    "import", group: CommandGroup(plain("Files")), summary: plain("Imports."),
                    parameters: [
                        Parameter.required("file", .path, help: plain("A file.")).declaration,
                        Parameter.optional(
                            "shelf", ValueType.text.completed(from: "shelves"), help: plain("A shelf.")
                        ).declaration,
                    ]),
            ]),
            candidateSource: { _, typed in
                titles.filter { SearchFold.fold($0).hasPrefix(SearchFold.fold(typed)) }
            },
            localizer: english, workingDirectory: directory, home: nil)
    }

    @Test func `A value that could be misread gets a prefix, and the prefix completes all values`() {
        let completer = completerWithPrefix("12", "1984", "19 Years", "title:x", "Solaris")
        func common(_ line: String) -> String? { completer.complete(line, at: line.utf8.count)?.common }
        #expect(common("show 12") == "show title:12")
        #expect(common("show title:12") == "show title:12")
        #expect(common("show TITLE:so") == "show TITLE:Solaris")
        #expect(common("show \"title:19 ") == "show \"title:19 Years\"")
        #expect(common("show tit") == "show title:title:x")
        #expect(common("show 19") == "show 19")
        #expect(common("show --like 12") == "show --like title:12")
        #expect(common("show --like=12") == "show --like=title:12")
        let shown = completer.complete("show 19", at: 7)?.candidates.map(\.display)
        #expect(shown == ["19 Years", "title:1984"])
        let book = completer.grammar.commands[0].parameters[0]
        let answer = completer.completeAnswer("12", at: 2, with: book.completion)
        #expect(answer?.common == "title:12")
    }

    @Test func `A value that looks like an option is written differently or left out`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "-only.csv")
        let completer = completerWithPrefix("-x", "--json", directory: directory.path)
        func common(_ line: String) -> String? { completer.complete(line, at: line.utf8.count)?.common }
        #expect(common("import ") == "import ./-only.csv")
        #expect(common("import -- ") == "import -- -only.csv")
        #expect(common("import x ") == nil)
        #expect(common("show ") == "show title:-")
        #expect(common("show -- -x") == "show -- -x")
        // As the value of an option, a word with one hyphen needs no prefix; a word with two hyphens does.
        let line = "show --like "
        #expect(
            completer.complete(line, at: line.utf8.count)?.candidates.map(\.display) == [
                "title:--json", "-x",
            ])
    }

    @Test func `The values of an option are completed after a space and after an equals sign`() {
        #expect(shown("show --sort ") == ["title", "author"])
        #expect(complete("show --sort t")?.common == "show --sort title")
        #expect(complete("show --sort=t")?.common == "show --sort=title")
    }

    @Test func `Values are completed regardless of case and accents`() {
        #expect(complete("show sol")?.common == "show Solaris")
        #expect(complete("show lod")?.common == "show Łódź")
    }

    @Test func `A completed value is quoted if necessary, and the quote is closed at its end`() {
        #expect(complete("show war\\ ")?.common == "show \"War and Peace\"")
        #expect(complete("show \"war a")?.common == "show \"War and Peace\"")
        #expect(complete("show 'war a")?.common == "show 'War and Peace'")
        #expect(complete("show l")?.common == "show l")
        #expect(shown("show l") == ["L'Étranger", "Łódź"])
        #expect(complete("show \"l'")?.common == "show \"L'Étranger\"")
        #expect(complete("show l\\'")?.common == "show \"L'Étranger\"")
    }

    @Test func `Several candidates are completed to their common beginning, and no typed text is lost`() {
        let completion = complete("show war")
        #expect(completion?.common == "show war")
        #expect(completion?.appendsSpace == false)
        #expect(completion?.candidates.map(\.line) == ["show \"War and Peace\"", "show Warszawa"])
        #expect(complete("show L")?.common == "show L")
    }

    @Test func `Only the first of many candidates are listed, but all determine the common beginning`() throws
    {
        let words = (0..<5000).map { LineCompletion.Word(text: $0 == 4999 ? "Sol" : "Solaris \($0)") }
        let completion = try #require(LineCompletion(words, typed: "s", head: "show ", written: "s"))
        #expect(completion.candidates.count == LineCompletion.maximumCandidates)
        #expect(completion.total == 5000)
        #expect(completion.common == "show Sol")
    }

    @Test func `The common beginning of candidates never ends inside a character`() {
        let words = ["Cafe\u{301} a", "Cafe b"].map { LineCompletion.Word(text: $0) }
        #expect(LineCompletion(words, typed: "c", head: "", written: "c")?.common == "Caf")
        let emoji = ["👩‍🚀", "👩‍🔬"].map { LineCompletion.Word(text: $0) }
        #expect(LineCompletion(emoji, typed: "", head: "show ", written: "")?.common == "show ")
    }

    @Test func `An unquoted title of several words is completed as one`() {
        #expect(complete("show war and p")?.common == "show \"War and Peace\"")
        #expect(complete("show  war   an")?.common == "show  \"War and Peace\"")
        #expect(complete("show --sort title war an")?.common == "show --sort title \"War and Peace\"")
        #expect(complete("name war ")?.common == "name \"War and Peace\"")
        #expect(complete("show solaris war") == nil)
        #expect(complete("show wor and") == nil)
        #expect(complete("show \"war\" an") == nil)
    }

    @Test func `Several candidates that add nothing leave the line as it is`() {
        func common(_ line: String, _ titles: String...) -> String? {
            let towers = Completer(
                grammar: completer.grammar, candidateSource: { _, _ in titles }, localizer: english,
                workingDirectory: "/nowhere", home: nil)
            return towers.complete(line, at: line.utf8.count)?.common
        }
        let (first, second) = ("The Dark Tower", "The Dark Tower II")
        #expect(common("show dark tower", first, "My Dark Tower") == "show dark tower")
        #expect(common("show DARK\\ tower", first, "My Dark Tower") == "show DARK\\ tower")
        #expect(common("show \"The Dark Tower", first, second) == "show \"The Dark Tower")
        #expect(common("show the d", first, second) == "show \"The Dark Tower")
    }

    @Test func `A title is completed in the quote that is open, and a closing quote isn't doubled`() {
        #expect(complete("show „war a")?.common == "show „War and Peace”")
        #expect(complete("show «war a")?.common == "show «War and Peace»")
        let line = "show \"war an\""
        let completion = completer.complete(line, at: line.utf8.count - 1)
        #expect(completion?.common == "show \"War and Peace")
        #expect(completion?.appendsSpace == false)
    }

    @Test func `A completed name with special characters is read back, in every quote`() throws {
        var random = SeededGenerator()
        let pieces = [
            "a", " ", "\"", "'", "\\", "“", "”", "„", "«", "»", "’", "é", "#", "-", "title:", "12", "=",
        ]
        let heads = ["", "\"", "'", "“", "„", "«"]
        for _ in 0..<2000 {
            let name = (0...Int.random(in: 1...6, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let line = "show " + heads[Int.random(in: 0..<heads.count, using: &random)]
            let only = Completer(
                grammar: completer.grammar, candidateSource: { _, _ in [name] }, localizer: english,
                workingDirectory: "/nowhere", home: nil)
            guard let completed = only.complete(line, at: line.utf8.count)?.common else { continue }
            #expect(
                try Tokenizer.words(of: completed).map { Array($0.text.utf8) } == [
                    Array("show".utf8), Array(name.utf8),
                ], "\(completed)")
        }
    }

    @Test func `Text before the completed word is unchanged`() {
        #expect(complete("show  --sort 'title'  so")?.common == "show  --sort 'title'  Solaris")
    }

    @Test func `Nothing is completed after an unknown command`() {
        #expect(complete("nothing so") == nil)
    }

    @Test func `An answer is completed as one value without quotes`() {
        let line = "war a"
        let completion = completer.completeAnswer(line, at: line.utf8.count, with: .source("titles"))
        #expect(completion?.common == "War and Peace")
        #expect(completer.completeAnswer("x", at: 1, with: .none) == nil)
    }

    @Test func `The tokenizer reads a completed value back`() throws {
        for title in titles {
            let line = try #require(
                LineCompletion([.init(text: title)], typed: "", head: "show ", written: "")
            ).common
            #expect(try Tokenizer.words(of: line).map(\.text) == ["show", title])
        }
    }
}

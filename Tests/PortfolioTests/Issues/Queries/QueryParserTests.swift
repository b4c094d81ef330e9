import Localization
import Shell
import TestSupport
import Testing

@testable import Portfolio

@Suite("Queries")
struct QueryParserTests {
    /// A Friday.
    private static let today = CivilDate("2024-03-15") ?? .first

    private func parse(_ text: String, _ code: String = "en") throws(QueryError) -> Query {
        try QueryParser.parse(text, Localizer(Language(matching: code) ?? .english), today: Self.today)
    }

    private func day(_ text: String) -> CivilDate? { CivilDate(text) }

    private static func text(_ text: String) -> Query { .term(.text(text)) }

    @Test(arguments: [
        ("", Query.all([])), ("word", text("word")), ("-word", .not(text("word"))),
        ("#tag", .term(.tag("tag"))),
        ("-#tag", .not(.term(.tag("tag")))), ("-", text("-")), ("#", text("#")), ("text:#1", text("#1")),
        ("-text:-x", .not(text("-x"))), ("#-x", .term(.tag("-x"))), ("\"two words\"", text("two words")),
        ("#\"two words\"", .term(.tag("two words"))), ("a b", .all([text("a"), text("b")])),
        ("a and b", .all([text("a"), text("b")])),
        ("a b or c", .any([.all([text("a"), text("b")]), text("c")])),
        ("a (b or c)", .all([text("a"), .any([text("b"), text("c")])])),
        ("not (a b)", .not(.all([text("a"), text("b")]))), ("not not a", .not(.not(text("a")))),
        ("order note", .all([text("order"), text("note")])), ("f(x)", text("f(x)")), ("(f(x))", text("f(x)")),
        ("http://a.b", text("http://a.b")), ("is:open", .term(.status(.open))),
        ("is:blocked", .term(.flag(.blocked))), ("status:closed", .term(.status(.closed))),
        ("PRIORITY:High", .term(.priority(.high))), ("tag:#work", .term(.tag("work"))),
        ("title:a content:b note:c", .all([.term(.title("a")), .term(.content("b")), .term(.note("c"))])),
        ("due:none", .term(.date(.due, .missing))), ("wait:any", .term(.date(.wait, .present))),
    ])
    func `Queries are parsed with precedence, negation and quotes`(text: String, expected: Query) throws {
        #expect(try parse(text) == expected)
    }

    @Test(
        arguments: [
            ("due:today", "2024-03-15", "2024-03-15"), ("due:<friday", nil, "2024-03-21"),
            ("due:<=friday", nil, "2024-03-22"), ("due:>2024-03-20", "2024-03-21", nil),
            ("due:>=3d", "2024-03-18", nil), ("due:7d", "2024-03-15", "2024-03-22"),
            ("due:=7d", "2024-03-22", "2024-03-22"),
            ("due:\"next week\"", "2024-03-18", "2024-03-18"), ("due:<\"next week\"", nil, "2024-03-17"),
            ("due:2024-03-01..2024-03-31", "2024-03-01", "2024-03-31"), ("due:..eom", nil, "2024-03-31"),
            ("modified:7d", "2024-03-08", nil), ("modified:<2w", nil, "2024-02-29"),
            ("created:week", "2024-03-08", nil),
            ("closed:friday", "2024-03-15", "2024-03-15"), ("created:thursday", "2024-03-14", "2024-03-14"),
            ("due:thursday", "2024-03-21", "2024-03-21"),
        ] as [(String, String?, String?)])
    func `Dates are days or ranges, and count backwards for past fields`(
        text: String, first: String?, last: String?
    ) throws {
        guard case .term(.date(_, .days(let from, let through))) = try parse(text) else {
            Testing.Issue.record("\(text)")
            return
        }
        #expect(from?.description == first && through?.description == last)
    }

    @Test func `Priorities and dates are also accepted in the user's language`() throws {
        #expect(try parse("priority:wysoki", "pl") == .term(.priority(.high)))
        #expect(try parse("priority:high", "pl") == .term(.priority(.high)))
        #expect(try parse("priority:H") == .term(.priority(.high)))
        #expect(try parse("due:piątek", "pl") == parse("due:friday"))
        #expect(try parse("due:<\"jövő hét\"", "hu") == parse("due:<\"next week\""))
        #expect(try parse("due:brak", "pl") == parse("due:none"))
    }

    @Test(arguments: [
        ("a or", 5, QueryError.Mistake.missingTerm), ("or a", 1, .missingTerm), ("(a", 1, .openParenthesis),
        ("a )", 3, .unexpectedParenthesis), ("()", 2, .missingTerm), ("a \"b", 3, .openQuote),
        ("not", 4, .missingTerm),
        ("a and", 6, .missingTerm), ("is:", 1, .missingValue("is:")), ("x due:soon", 7, .notADay("soon")),
        ("due:9999-12-32", 5, .notADay("9999-12-32")), ("due:..", 5, .notADay("..")),
        ("due:2024-02-01..2024-01-01", 5, .backwardRange("2024-02-01..2024-01-01")),
        ("prioritty:high", 1, .unknownKey("prioritty:", nearest: ["priority"])),
        (
            "priority:urgent", 10,
            .unknownValue("urgent", key: "priority:", choices: ["low", "medium", "high"])
        ),
    ])
    func `A mistake is reported with its position`(text: String, position: Int, mistake: QueryError.Mistake) {
        do {
            _ = try parse(text)
            Testing.Issue.record("\(text) was parsed")
        } catch {
            #expect(error == QueryError(mistake: mistake, position: position))
            for language in Language.available {
                #expect(!Localizer(language).string(error.problem).contains("%"))
            }
        }
    }

    @Test func `Deep nesting is refused instead of using up the stack`() {
        #expect(throws: QueryError.self) { try parse(String(repeating: "(", count: 100_000)) }
        #expect(throws: QueryError.self) { try parse(String(repeating: "-", count: 100_000) + "a") }
        #expect(throws: QueryError.self) { try parse(String(repeating: "not ", count: 100_000) + "a") }
    }

    @Test(arguments: [2_718_281, SeededGenerator.newSeed])
    func `Any text is either parsed or refused with a position inside it`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let parts = [
            "(", ")", "-", "not ", "or ", "and ", "\"", "#", "due:", "is:open", "<", "a", " ", "..", "é",
            "7d", "\\",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            do {
                _ = try parse(text)
            } catch {
                #expect((1...text.count + 1).contains(error.position), "seed \(seed): \(text)")
            }
        }
    }

    @Test(arguments: [
        ("is:open #done", true), ("#done", true), ("-#done", true), ("due:<friday", true), ("#12", false),
        ("12", false),
        ("login", false), ("title:1984", false), ("text:1", false), ("Re: login", false), ("C# code", false),
    ])
    func `Only a text with a tag or a condition is meant as a query`(text: String, expected: Bool) {
        #expect(Query.isMeant(by: text) == expected)
    }

    @Test func `Arguments with spaces are one text unless they are a query`() {
        #expect(Query.joined(["login page", "#work"]) == "\"login page\" #work")
        #expect(Query.joined(["is:open #done"]) == "is:open #done")
        #expect(Query.joined(["a or b"]) == "a or b")
        #expect(Query.joined([]) == "")
    }

    @Test func `Tab completes the last condition of a query`() {
        let tags = ["work", "home"]
        #expect(QueryCompletion.candidates(for: "#w", tags: tags).contains("#work"))
        #expect(QueryCompletion.candidates(for: "-#", tags: tags).contains("-#home"))
        #expect(QueryCompletion.candidates(for: "is:b", tags: tags).contains("is:blocked"))
        #expect(QueryCompletion.candidates(for: "is:open #", tags: tags).contains("is:open #work"))
        #expect(QueryCompletion.candidates(for: "(pri", tags: tags).contains("(priority:high"))
    }

    @Test(arguments: QueryCompletion.conditions)
    func `Every offered condition is valid`(condition: String) throws {
        _ = try parse(condition.hasSuffix(":") ? condition + "x" : condition)
    }
}

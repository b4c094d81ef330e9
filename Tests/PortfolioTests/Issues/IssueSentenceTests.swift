import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Issues for screen readers")
struct IssueSentenceTests {
    private func tracker(_ language: String) async throws -> TestTracker {
        let tracker = try await TestTracker(language: language)
        for line in [
            "new Call --yes", "new Fix login !high #home #work due:2024-03-16 every:weekly --yes",
            "new Pay due:2024-03-10", "new Plan due:today", "block 1 by 2", "wait 2024-04-01 4", "close 3",
        ] { try await tracker.run(line) }
        return tracker
    }

    private func lines(_ tracker: TestTracker, _ line: String) async throws -> [String] {
        try await tracker.text(line, format: .accessible).split(separator: "\n").map(String.init)
    }

    @Test func `Lists, queries, views and the agenda read each issue as one sentence, title first`()
        async throws
    {
        let tracker = try await tracker("en")
        let sentences = [
            "Call: number 1, blocked, created March 15, 2024.",
            "Fix login: number 2, high priority, due March 16, 2024, repeats every week, tagged home, work.",
            "Pay: number 3, closed, due March 10, 2024.",
            "Plan: number 4, waiting until April 1, 2024, due today.",
        ]
        #expect(try await lines(tracker, "list --all --sort number") == ["4 issues"] + sentences)
        #expect(try await lines(tracker, "list #work") == ["1 open issue", sentences[1]])
        try await tracker.run("view save mine #work")
        #expect(try await lines(tracker, "view mine").suffix(2) == ["1 open issue", sentences[1]])
        try await tracker.run("reopen 3")
        #expect(
            try await lines(tracker, "agenda") == [
                "Overdue", "1 issue", "Pay: number 3, overdue: March 10, 2024.", "Tomorrow, March 16, 2024",
                "1 issue", sentences[1],
            ])
    }

    @Test(arguments: [
        (
            "pl",
            "Fix login: numer 2, wysoki priorytet, termin: 16 marca 2024, powtarza się: co tydzień, etykiety: home, work."
        ),
        (
            "hu",
            "Fix login: sorszám: 2, magas fontosság, határidő: 2024. március 16., ismétlődés: hetente, címkék: home, work."
        ),
    ])
    func `The sentence is in the user's language`(language: String, expected: String) async throws {
        #expect(try await lines(tracker(language), "list #work").last == expected)
    }
}

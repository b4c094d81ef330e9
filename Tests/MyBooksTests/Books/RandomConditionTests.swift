import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import MyBooks
@testable import Shell

/// Compares conditions with a calculation in the test, which knows nothing of keys and stores.
@MainActor
@Suite("Random conditions for books", .level(.default))
struct RandomConditionTests {
    /// A book as the test knows it.
    private struct Fact {
        let number: Int
        let title: String
        let author: String
        let contributor: String?
        let status: ReadingStatus
        let quarters: Int?
        let pages: Int?
        let year: Int?
        let publisher: String?
        let shelf: String?
        /// The years in which readings ended.
        let ends: [Int]
        let quote: String?
        let borrower: String?
    }

    private static let statuses: [(word: String, status: ReadingStatus)] = [
        ("to-read", .onShelf), ("reading", .inProgress), ("completed", .completed), ("dnf", .abandoned),
    ]

    private static func log() async throws -> (log: TestLog, facts: [Fact]) {
        let log = try await TestLog()
        var generator = SeededGenerator()
        var facts: [Fact] = []
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &generator)]
        }
        for number in 1...60 {
            let status = pick(Self.statuses).status
            let end =
                status == .completed || status == .abandoned
                ? 2018 + Int.random(in: 0...5, using: &generator) : nil
            let earlier = pick([nil, nil, 2015, 2017])
            let fact = Fact(
                number: number, title: pick(["Solaris", "The Invincible", "Łódź", "Do not disturb"]),
                author: pick(["Stanisław Lem", "Jane Austen"]),
                contributor: pick([nil, nil, "Lem Fan", "Joanna Kilmartin"]), status: status,
                quarters: pick([nil, 4, 12, 16, 17, 20]), pages: pick([nil, 0, 99, 100, 250, 800]),
                year: pick([nil, 1961, 1999, 2024]), publisher: pick([nil, "Iskry", "Faber"]),
                shelf: pick([nil, "favourites", "to lend"]), ends: [earlier, end].compactMap(\.self),
                quote: pick([nil, nil, "mirrors or seas"]), borrower: pick([nil, nil, "Anna"]))
            facts.append(fact)
            let book = try log.add(fact.title, fact.author) { book in
                book.status = fact.status
                book.rating = fact.quarters.map { Double($0) / 4 }
                book.pages = fact.pages
                book.year = fact.year
                book.publisher = fact.publisher
                book.contributors = fact.contributor
                if let end, let date = PartialDate(year: end) {
                    book.completed = date.first.utcDate
                    book.completedPrecision = date.precision
                }
            }
            if let earlier {
                book.readings.append(
                    Reading(ReadingValues(status: .completed, completed: PartialDate(year: earlier))))
            }
            if let name = fact.shelf.flatMap({ ShelfName($0) }) {
                book.shelves.append(try log.session.shelf(makingIfNeeded: name).shelf)
            }
            if let quote = fact.quote { book.quotes.append(Quote(text: quote)) }
            if let borrower = fact.borrower {
                book.loans.append(Loan(borrower: borrower, lent: TestLog.today))
            }
            try log.session.context.save()
        }
        return (log, facts)
    }

    /// A random condition with its meaning.
    private func random(_ generator: inout SeededGenerator, depth: Int) -> (
        text: String, holds: (Fact) -> Bool
    ) {
        if depth > 0, Int.random(in: 0..<3, using: &generator) > 0 {
            let left = random(&generator, depth: depth - 1), right = random(&generator, depth: depth - 1)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return ("(\(left.text) or \(right.text))", { left.holds($0) || right.holds($0) })
            case 1: return ("-(\(left.text) \(right.text))", { !(left.holds($0) && right.holds($0)) })
            case 2: return ("(not \(left.text))", { !left.holds($0) })
            default: return ("(\(left.text) and \(right.text))", { left.holds($0) && right.holds($0) })
            }
        }
        let stars = Int.random(in: 1...5, using: &generator)
        let pages = Int.random(in: 0...300, using: &generator)
        let year = Int.random(in: 2014...2024, using: &generator)
        let (word, status) = Self.statuses[Int.random(in: 0..<4, using: &generator)]
        switch Int.random(in: 0..<18, using: &generator) {
        case 0: return ("rating:>=\(stars)", { $0.quarters ?? 0 >= stars * 4 })
        case 1: return ("rating:\(stars)", { ($0.quarters ?? 0) / 4 == stars })
        case 2: return ("rating:none", { $0.quarters == nil })
        case 3: return ("pages:<\(pages)", { $0.pages.map { $0 < pages } ?? false })
        case 4: return ("pages:\(pages)..", { $0.pages.map { $0 >= pages } ?? false })
        case 5: return ("pages:any", { $0.pages != nil })
        case 6: return ("year:1950..1999", { (1950...1999).contains($0.year ?? 0) })
        case 7: return ("author:lem", { "\($0.author) \($0.contributor ?? "")".contains("Lem") })
        case 8: return ("publisher:isk", { $0.publisher == "Iskry" })
        case 9: return ("publisher:none", { $0.publisher == nil })
        case 10: return ("status:\(word)", { $0.status == status })
        case 11: return ("read:\(year)", { $0.ends.contains(year) })
        case 12: return ("read:>\(year)", { $0.ends.contains { $0 > year } })
        case 13: return ("#favourites", { $0.shelf == "favourites" })
        case 14: return ("shelf:\"to lend\"", { $0.shelf == "to lend" })
        case 15: return ("quote:\"mirrors or\"", { $0.quote != nil })
        case 16: return ("is:lent", { $0.borrower != nil })
        default: return ("\"do not\"", { $0.title == "Do not disturb" })
        }
    }

    private func numbers(_ output: Output) -> [Int] {
        for case .table(let table) in output.withData.data {
            guard let column = table.columns.firstIndex(where: { $0.key == "number" }) else { continue }
            return table.rows.compactMap { row in
                if case .integer(let number) = row[column].raw { Int(number) } else { nil }
            }.sorted()
        }
        return []
    }

    @Test func `A list shows the books for which a condition holds: 300 random ones`() async throws {
        let (log, facts) = try await Self.log()
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let (text, holds) = random(&generator, depth: 4)
            let shown = numbers(try await log.run("list \(text)"))
            #expect(shown == facts.filter(holds).map(\.number), "\(text)")
        }
    }

    @Test func `A bulk change touches what the list shows`() async throws {
        let (log, _) = try await Self.log()
        var generator = SeededGenerator()
        for step in 1...40 {
            let (text, _) = random(&generator, depth: 3)
            let shown = numbers(try await log.run("list \(text)"))
            if shown.isEmpty {
                #expect(try await log.problem("edit --where '\(text)' isbn:\(isbn(step))") != nil, "\(text)")
                continue
            }
            let changed = numbers(try await log.run("edit --where '\(text)' isbn:\(isbn(step))"))
            #expect(changed == shown, "\(text)")
            // A text alone would be a title.
            if text.hasPrefix("\"") { continue }
            let named = try log.session.records(
                Tokenizer.words(of: text).map(\.written), log.session.conditions)
            #expect(named.models.map(\.number).sorted() == shown, "\(text)")
        }
    }

    /// Returns an ISBN of 13 digits for a number.
    private func isbn(_ number: Int) -> String {
        let digits = "978000000" + String(format: "%03d", number)
        let sum = digits.enumerated().reduce(0) {
            $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3)
        }
        return digits + String((10 - sum % 10) % 10)
    }
}

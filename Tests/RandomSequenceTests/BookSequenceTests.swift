import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import MyBooks

/// The model of mybooks: books with their fields, dates and shelves, and ordered quotes.
enum BookModel: ProgramModel {
    /// The values of a book that the model stores, in order.
    private enum Field: Int, CaseIterable {
        case title, author, rating, status, shelves, summary, added, started, completed
        /// The numbers of the book's quotes.
        case quotes
        /// The number of earlier readings.
        case readings
    }

    /// The current day. It sorts after all typed dates, since letters sort after digits.
    static let today = "today"

    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change? {
        let title = "title \(pick % 100_000)"
        guard pick % 4 != 0, let book = content.pick("book", pick >> 8) else {
            var result = content
            result["book", default: [:]][next("book")] = [
                title, "Lem", "0", "onShelf", "", "", today, "", "", "", "0",
            ]
            return Change(line: "add \"\(title)\" Lem", result: result)
        }
        if pick >> 16 % 3 == 0 { return quoteChange(pick >> 18, content, book, next: next) }
        return bookChange(pick >> 18, content, book)
    }

    /// Returns a change of one book, selected by a random number.
    private static func bookChange(
        _ pick: UInt64, _ content: ExpectedContent, _ book: (number: Int, values: [String])
    ) -> Change? {
        var result = content
        var values = book.values
        func set(_ field: Field, _ value: String) { values[field.rawValue] = value }
        let line: String
        switch pick % 10 {
        case 0:
            set(.rating, "\(pick >> 8 % 5 + 1)")
            line = "rate \(book.number) \(values[Field.rating.rawValue])"
        case 1:
            set(.title, "title \(pick >> 8 % 100_000)")
            line = "edit \(book.number) --title \"\(values[Field.title.rawValue])\""
        case 2:
            set(.summary, "summary \(pick >> 8 % 100)")
            line = "edit \(book.number) --summary \"\(values[Field.summary.rawValue])\""
        case 3, 4, 5:
            let status = ["onShelf", "inProgress", "completed", "abandoned"][Int(pick >> 8 % 4)]
            let isVerb = pick >> 12 % 2 != 0
            values = afterTransition(values, to: status, isStart: isVerb && status == "inProgress")
            let words = ["onShelf": "on-shelf", "inProgress": "in-progress"]
            let verbs = [
                "onShelf": "shelve", "inProgress": "start", "completed": "finish", "abandoned": "abandon",
            ]
            line =
                !isVerb
                ? "status \(book.number) \(words[status] ?? status)"
                : "\(verbs[status] ?? "") \(book.number)"
        case 6, 7:
            let field = [Field.added, .started, .completed][Int(pick >> 8 % 3)]
            let day = "2020-01-\(10 + pick >> 12 % 20)"
            // A date that the status doesn't have changes the status.
            let status = values[Field.status.rawValue]
            if field == .started, status == "onShelf" { set(.status, "inProgress") }
            if field == .completed, status == "onShelf" || status == "inProgress" {
                set(.status, "completed")
            }
            set(field, day)
            guard hasValidDays(values) else { return nil }
            line = "edit \(book.number) --\(field) \(day)"
        case 8:
            let shelf = ["red", "green", "blue"][Int(pick >> 8 % 3)]
            var shelves = Set(values[Field.shelves.rawValue].split(separator: " ").map(String.init))
            let isOn = shelves.remove(shelf) != nil
            if !isOn { shelves.insert(shelf) }
            set(.shelves, shelves.sorted().joined(separator: " "))
            line = "shelf \(isOn ? "remove" : "add") \(book.number) \(shelf)"
        default:
            result["book"]?[book.number] = nil
            for quote in quotes(of: values) { result["quote"]?[quote] = nil }
            return Change(line: "delete \(book.number) --yes", result: result)
        }
        result["book"]?[book.number] = values
        return Change(line: line, result: result)
    }

    /// Returns a book's values after a change of its status, which also changes its dates. On the day of its end, another
    /// status corrects a reading, unless the line is “start”.
    private static func afterTransition(_ values: [String], to status: String, isStart: Bool) -> [String] {
        var values = values
        func set(_ field: Field, _ value: String) { values[field.rawValue] = value }
        let old = values[Field.status.rawValue]
        if old == status { return values }
        let hasEnded = old == "completed" || old == "abandoned"
        if hasEnded, status != "onShelf", !isStart, values[Field.completed.rawValue] == today {
            set(.status, status)
            if status == "inProgress" { set(.completed, "") }
            return values
        }
        if old != "onShelf", old != "inProgress" || status == "onShelf" {
            let isMistake = old == "inProgress" && values[Field.started.rawValue] == today
            if !isMistake { set(.readings, "\((Int(values[Field.readings.rawValue]) ?? 0) + 1)") }
            set(.started, "")
            set(.completed, "")
        }
        switch status {
        case "onShelf": break
        case "inProgress": set(.started, today)
        default: set(.completed, today)
        }
        set(.status, status)
        return values
    }

    /// Returns whether a book's reading doesn't end before it starts.
    private static func hasValidDays(_ values: [String]) -> Bool {
        let known = [Field.started, .completed].map { values[$0.rawValue] }.filter { $0 != "" }
        return known == known.sorted()
    }

    private static func quotes(of values: [String]) -> [Int] {
        values[Field.quotes.rawValue].split(separator: " ").compactMap { Int($0) }
    }

    /// Returns a change of a book's quotes, selected by a random number.
    private static func quoteChange(
        _ pick: UInt64, _ content: ExpectedContent, _ book: (number: Int, values: [String]),
        next: (String) -> Int
    ) -> Change? {
        var result = content
        var numbers = quotes(of: book.values)
        let words = "words \(pick >> 8 % 100_000)"
        let line: String
        if numbers.isEmpty || pick % 3 == 0 {
            let number = next("quote")
            numbers.append(number)
            result["quote", default: [:]][number] = [words, "7", ""]
            line = "quote add \(book.number) \"\(words)\" --page 7"
        } else {
            let index = Int(pick >> 4 % UInt64(numbers.count))
            let quote = numbers[index]
            switch pick >> 2 % 4 {
            case 0:
                result["quote"]?[quote] = [words, "", words]
                line = "quote edit \(quote) --text \"\(words)\" --page none --note \"\(words)\""
            case 1:
                result["quote"]?[quote] = nil
                numbers.remove(at: index)
                line = "quote delete \(quote) --yes"
            default:
                let place = Int(pick >> 8 % UInt64(numbers.count))
                numbers.remove(at: index)
                numbers.insert(quote, at: place)
                line = "quote move \(quote) \(place + 1)"
            }
        }
        result["book"]?[book.number]?[Field.quotes.rawValue] =
            numbers.map(String.init).joined(separator: " ")
        return Change(line: line, result: result)
    }
}

@Suite("Random sequences of mybooks' commands", .level(.slow))
@MainActor
struct BookSequenceTests {
    private var runner: SequenceRunner<BookSession, BookModel> {
        SequenceRunner(program: MyBooksProgram.program, model: BookModel.self) { session in
            try session.refreshFromStore()
            let books = try session.context.fetch(FetchDescriptor<Book>()).map { book in
                (
                    book.number,
                    [
                        book.title, book.author, book.stars?.description ?? "0", "\(book.status)",
                        book.shelves.map(\.name).sorted().joined(separator: " "), book.summary,
                        day(book.added), day(book.started), day(book.completed),
                        book.quotes.map { "\($0.number)" }.joined(separator: " "),
                        "\(book.readings.count)",
                    ]
                )
            }
            let quotes = try session.context.fetch(FetchDescriptor<Quote>()).map {
                ($0.number, [$0.text, $0.page ?? "", $0.note])
            }
            return [
                "book": Dictionary(uniqueKeysWithValues: books),
                "quote": Dictionary(uniqueKeysWithValues: quotes),
            ]
        }
    }

    /// Returns a date in the model's form.
    private func day(_ date: Date?) -> String {
        guard let date else { return "" }
        let day = "\(CivilDate(utc: date))"
        return day.hasPrefix("2020") ? day : BookModel.today
    }

    @Test func `The log matches a simple model after any sequence of commands, undos and redos`() async throws
    {
        try await runner.expectNoFailure()
    }

    @Test func `The data match the model if the other process is the built program at its prompt`()
        async throws
    {
        try await runner.expectNoFailureWithRealProcess()
    }
}

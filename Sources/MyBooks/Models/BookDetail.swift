import Localization
import Shell

/// A field that describes the book or the edition.
enum BookDetail: String, CaseIterable, Sendable {
    case series, seriesNumber, contributors, isbn, publisher, pages, minutes, binding, language, year
    case originalYear, copies, review, notes

    /// Whether the value is a number.
    var isNumber: Bool {
        switch self {
        case .pages, .minutes, .year, .originalYear, .copies: true
        case .series, .seriesNumber, .contributors, .isbn, .publisher, .binding, .language, .review, .notes:
            false
        }
    }

    /// The name of the option of `add` and `edit`.
    var option: String {
        switch self {
        case .seriesNumber: "series-number"
        case .language: "lang"
        case .originalYear: "original-year"
        default: rawValue
        }
    }

    /// The name as the label of a field.
    var label: LocalizedText {
        switch self {
        case .series: text("Series")
        case .seriesNumber: text("Number in the series")
        case .contributors: text("Contributors")
        case .isbn: .verbatim("ISBN")
        case .publisher: text("Publisher")
        case .pages: text("Pages")
        case .minutes: text("Minutes")
        case .binding: text("Binding")
        case .language: text("Language")
        case .year: text("Year")
        case .originalYear: text("First published")
        case .copies: text("Copies owned")
        case .review: text("Review")
        case .notes: text("Private notes")
        }
    }

    /// The name for use within a sentence.
    var nameInSentence: LocalizedText {
        switch self {
        case .series: text("series")
        case .seriesNumber: text("number in the series")
        case .contributors: text("contributors")
        case .isbn: .verbatim("ISBN")
        case .publisher: text("publisher")
        case .pages: text("pages")
        case .minutes: text("minutes")
        case .binding: text("binding")
        case .language: text("language")
        case .year: text("year")
        case .originalYear: text("year of first publication")
        case .copies: text("copies owned")
        case .review: text("review")
        case .notes: text("private notes")
        }
    }

    /// The help of the option.
    private var help: LocalizedText {
        switch self {
        case .series: text("The series that the book belongs to, or “none”.")
        case .seriesNumber: text("The number in the series, such as 1 or 1.5, or “none”.")
        case .contributors:
            text("Other authors and contributors, as in “Ann Lee; Bo Ek (translator)”, or “none”.")
        case .isbn: text("The ISBN of 10 or 13 digits, or “none”.")
        case .publisher: text("The publisher, or “none”.")
        case .pages: text("The number of pages, or “none”.")
        case .minutes: text("The length of an audiobook in minutes, or “none”.")
        case .binding: text("The form of the edition, such as paperback, ebook or audiobook, or “none”.")
        case .language: text("The language of the edition, or “none”.")
        case .year: text("The year in which the edition was published, or “none”.")
        case .originalYear: text("The year in which the book was first published, or “none”.")
        case .copies: text("The number of copies that you own, or “none”.")
        case .review: text("Your review of the latest reading, or “none”.")
        case .notes: text("Notes that only you should see, or “none”.")
        }
    }

    /// The option of `add` and `edit`.
    var parameter: Parameter<Assignment<Value>?> {
        Parameter<Assignment<Value>>.option(option, type.orNone, help: help)
    }

    /// A value of a detail.
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)

        /// The value as a text.
        var written: String {
            switch self {
            case .text(let text): text
            case .number(let number): String(number)
            }
        }

        fileprivate var isNumber: Bool { number != nil }

        fileprivate var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        fileprivate var number: Int? {
            if case .number(let number) = self { number } else { nil }
        }
    }

    /// The type of the values.
    var type: ValueType<Value> {
        switch self {
        case .isbn:
            ValueType(placeholder: .verbatim("ISBN")) { string, _ in
                guard let isbn = ISBN(string) else {
                    throw ValueError.refused(
                        MyBooks.text("“%@” is not a valid ISBN.", string),
                        remedy: MyBooks.text("Check the digits; the last one depends on the others."))
                }
                return .text(isbn.digits)
            }
        case .seriesNumber, .series, .contributors, .publisher, .binding, .language, .review, .notes:
            ValueType(placeholder: ValueType<String>.nonBlank.placeholder) { string, context in
                .text(try ValueType<String>.nonBlank.parse(string, context))
            }
        case .pages, .minutes, .copies: Self.numberType(0...100_000)
        case .year, .originalYear: Self.numberType(-9999...9999)
        }
    }

    private static func numberType(_ range: ClosedRange<Int>) -> ValueType<Value> {
        let number = ValueType<Int>.integer(in: range)
        return ValueType(placeholder: MyBooks.text("NUMBER")) { string, context in
            .number(try number.parse(string, context))
        }
    }

    /// The value of a book; `nil` if it has none.
    func value(of book: Book) -> Value? {
        // Key paths would be shorter, but they take ten times as long.
        switch self {
        case .series: book.series.map { .text($0) }
        case .seriesNumber: book.seriesNumber.map { .text($0) }
        case .contributors: book.contributors.map { .text($0) }
        case .isbn: book.isbn.map { .text($0) }
        case .publisher: book.publisher.map { .text($0) }
        case .pages: book.pages.map { .number($0) }
        case .minutes: book.minutes.map { .number($0) }
        case .binding: book.binding.map { .text($0) }
        case .language: book.language.map { .text($0) }
        case .year: book.year.map { .number($0) }
        case .originalYear: book.originalYear.map { .number($0) }
        case .copies: book.copies.map { .number($0) }
        case .review: book.review.map { .text($0) }
        case .notes: book.privateNotes.map { .text($0) }
        }
    }

    /// Sets the value of a book, or clears it. Returns whether it changed.
    @discardableResult
    func set(_ value: Value?, of book: Book) -> Bool {
        if let value, value.isNumber != isNumber { return false }
        guard self.value(of: book) != value else { return false }
        switch self {
        case .series: book.series = value?.text
        case .seriesNumber: book.seriesNumber = value?.text
        case .contributors: book.contributors = value?.text
        case .isbn: book.isbn = value?.text
        case .publisher: book.publisher = value?.text
        case .pages: book.pages = value?.number
        case .minutes: book.minutes = value?.number
        case .binding: book.binding = value?.text
        case .language: book.language = value?.text
        case .year: book.year = value?.number
        case .originalYear: book.originalYear = value?.number
        case .copies: book.copies = value?.number
        case .review: book.review = value?.text
        case .notes: book.privateNotes = value?.text
        }
        return true
    }

    /// The value of a book as a cell. Contributors are a list in machine-readable formats.
    func cell(of book: Book) -> Cell {
        switch value(of: book) {
        case .text(let text) where self == .contributors:
            Cell(.list(ShelfList.texts(in: text).map { .string($0) }), .verbatim(text))
        case .text(let text): .text(text)
        // A year has no grouping separators.
        case .number(let number) where self == .year || self == .originalYear: .identifier(number)
        case .number(let number): .number(number)
        case nil: self == .contributors ? Cell(.list([]), .empty) : .empty
        }
    }
}

import Localization
import ProgramKit

/// Any CSV file, with the fields that the user chose for its columns.
struct MappedFormat: ServiceReader {
    private let fields: [String: FileField]
    private let scale: ColumnMap.RatingScale
    private let localizer: Localizer

    /// Takes the columns of a mapping.
    ///
    /// - Parameters:
    ///   - names: The columns of the file.
    ///   - map: The mapping.
    ///   - localizer: The user's language, in which the file may name a status.
    init(_ names: inout FieldNames, _ map: ColumnMap, _ localizer: Localizer) {
        fields = Dictionary(uniqueKeysWithValues: map.entries.map { ($0.field, names.take($0.column)) })
        scale = map.entries.first { $0.field == "rating" }?.scale ?? .five
        self.localizer = localizer
    }

    func entry(_ row: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        func text(_ field: String) -> String { fields[field].map { row.text($0) } ?? "" }
        var book = try ImportedBook(
            title: text("title"), authors: text("author").split(separator: ";").map(String.init))
        book.service = .table
        book.rating = fields["rating"].flatMap { rating($0, &row) }
        book.added = fields["added"].flatMap { row.date($0) }?.first
        book.take(
            status: fields["status"].flatMap { row.status($0, status) }, started: fields["started"] ?? "",
            completed: fields["completed"] ?? "", in: &row)
        book.summary = ReviewMarkup.plainText(text("summary"))
        let shelves = text("shelves")
        book.addShelves(
            shelves.contains(";")
                ? ShelfList.texts(in: shelves) : ServiceValues.list(shelves))
        addDetails(&row, to: &book)
        return book
    }

    private func addDetails(_ row: inout EntryFields, to book: inout ImportedBook) {
        for detail in Book.details {
            guard let field = fields[detail.key] else { continue }
            switch detail.key {
            case "contributors": book.addContributors(ShelfList.texts(in: row.text(field)))
            case "isbn": book.details["isbn"] = row.value(field, ServiceValues.isbn)
            case "year": book.details["year"] = row.value(field, ServiceValues.editionYear)
            case "originalYear": book.details["originalYear"] = row.value(field, ServiceValues.year)
            case "minutes": book.details["minutes"] = row.value(field, ServiceValues.minutes)
            case "review": book.details["review"] = row.value(field) { .string(ReviewMarkup.plainText($0)) }
            case _ where detail.isLong: book.details[detail.key] = row.value(field) { .string($0) }
            case _ where detail.isNumber: book.details[detail.key] = row.value(field, ServiceValues.count)
            default:
                // Without a value, details that were found in the title or the contributors stay.
                if let value = row.value(field, ServiceValues.line) { book.details[detail.key] = value }
            }
        }
    }

    /// Returns a rating, which may have a scale of its own, such as `9/10`. On a finer scale it is rounded to quarter
    /// stars, which is reported.
    private func rating(_ field: FileField, _ row: inout EntryFields) -> StarRating? {
        let written = row.text(field)
        if scale != .five, let number = Double(written.collapsingSpaces.replacing(",", with: ".")),
            (0...Double(scale.rawValue)).contains(number)
        {
            if number == 0 { return nil }
            let stars = number * 5 / Double(scale.rawValue)
            let rating = StarRating(quarters: max(1, Int((stars * 4).rounded())))
            if let rating, Double(rating.quarters) / 4 != stars {
                row.alter(
                    field, written: written, to: rating.description, text("it was rounded to quarter stars"))
            }
            return rating
        }
        return row.value(field) { written throws(BadField) in
            do throws(BadField) {
                return try ServiceValues.rating(written)
            } catch {
                if let number = Double(written.collapsingSpaces.replacing(",", with: ".")), number <= 5 {
                    throw error
                }
                throw BadField(
                    text(
                        "it is not a rating from 0 to 5; for another scale, write rating/10 or rating/100 in --map"
                    ))
            }
        }
    }

    /// Returns the status that a word stands for: one of another service, or its name in the user's language.
    private func status(_ word: String) -> ReadingStatus? {
        let own = ReadingStatus.allCases.first { localizer.string($0.name).lowercased() == word.lowercased() }
        return own ?? ServiceValues.status(word)
    }
}

import Formats
import Foundation
import Localization
import ProgramKit

/// An export of LibraryThing in JSON: an object with a member for each book.
struct LibraryThingJSONFormat: EntryFormat {
    static let needed = ["books_id", "title"]

    /// The keys that fields of a book keep, and those that LibraryThing makes of others.
    private static let known: Set<String> = [
        "books_id", "title", "primaryauthor", "authors", "tags", "collections", "originalisbn", "isbn",
        "publication", "date", "language", "entrydate", "datestarted", "dateread", "rating", "review",
        "privatecomment", "format", "copies", "pages", "series", "sortcharacter", "public", "tagidA",
        "collections_idA", "language_codeA", "originallanguage_codeA", "genre_id", "summary",
    ]

    /// Whether a file begins with the first book of such an export.
    static func fits(_ start: TextFileStart) -> Bool {
        start.kind == .json && start.first == UInt8(ascii: "{")
            && String(decoding: start.beginning.prefix(1000), as: UTF8.self).contains("\"books_id\"")
    }

    init(_ names: inout FieldNames) {
        for key in Self.known.union(names.firstKeys) { _ = names.take(key) }
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let names = authors(&fields)
        let primary = ServiceValues.unsorted(fields.text("primaryauthor"))
        var book = try ImportedBook(title: fields.text("title"), authors: names.isEmpty ? [primary] : names)
        book.service = .librarything
        let id = fields.text("books_id").collapsingSpaces
        if !id.isEmpty { book.source = "librarything:\(id)" }
        book.rating = fields.value("rating", ServiceValues.rating)
        book.added = fields.date("entrydate")?.first
        addDetails(&fields, to: &book)
        book.addShelves(texts("tags", &fields))
        book.take(
            collections: texts("collections", &fields), started: "datestarted", read: "dateread", in: &fields)
        var columns = OtherColumns.Writer()
        fields.forEachText { name, text in if !Self.known.contains(name) { columns.add(name, text) } }
        book.otherColumns = OtherColumns.Update(stored: columns.stored) { _ in true }
        return book
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        let publisher = fields.text("publication").prefix { $0 != "(" && $0 != "," }
        book.details["publisher"] = publisher.isEmpty ? nil : .string(String(publisher).collapsingSpaces)
        // “?” is an unknown date.
        if fields.text("date") != "?" { book.details["year"] = fields.value("date", ServiceValues.year) }
        book.details["review"] = fields.value("review") { .string(ReviewMarkup.plainText($0)) }
        book.details["notes"] = fields.value("privatecomment") { .string(ReviewMarkup.plainText($0)) }
        book.details["language"] = texts("language", &fields).first.map { .string($0) }
        book.details["pages"] = fields.value("pages", ServiceValues.count)
        if book.details["series"] == nil {
            book.details["series"] = texts("series", &fields).first.map { .string($0.collapsingSpaces) }
        }
        let format = fields.json("format")?.elements?.first?["text"]?.string
        book.details["binding"] = format.map { .string($0.collapsingSpaces) }
        // Amazon's numbers of editions without an ISBN are in the same place.
        let isbn = ([fields.text("originalisbn")] + texts("isbn", &fields)).first { ISBN($0) != nil }
        book.details["isbn"] = isbn.flatMap { ISBN($0) }.map { .string($0.digits) }
        book.details["copies"] = fields.value("copies", ServiceValues.count)
    }

    /// Returns the names of the authors, with the roles of those after the first one.
    private func authors(_ fields: inout EntryFields) -> [String] {
        let authors = fields.json("authors")?.elements ?? []
        return authors.enumerated().compactMap { index, author in
            guard let name = author["fl"]?.string?.collapsingSpaces, !name.isEmpty else { return nil }
            let role = author["role"]?.string?.collapsingSpaces ?? ""
            return index == 0 || role.isEmpty ? name : "\(name) (\(role))"
        }
    }

    /// Returns the texts of a field, which is a text, a list, or an object with numbers as keys.
    private func texts(_ field: FileField, _ fields: inout EntryFields) -> [String] {
        guard let value = fields.json(field) else { return [] }
        if let text = value.string { return [text] }
        var texts = value.elements?.compactMap(\.string) ?? []
        value.forEachMember { if let text = $1.string { texts.append(text) } }
        return texts
    }
}

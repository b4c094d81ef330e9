import Foundation
import Localization
import ProgramKit

/// The columns of a Goodreads library export, and the values that they have for a book.
///
/// A book that came from Goodreads gets the values of its import, unless the user changed the field since.
@MainActor
struct GoodreadsRow {
    /// The columns, in Goodreads' order.
    nonisolated static let columns = OtherColumns.ofGoodreads
    /// The columns that are kept as they are, because no field of a book has their meaning.
    nonisolated static let verbatim = OtherColumns.verbatim

    private let book: Book
    private let kept: OtherColumns
    private let isFromGoodreads: Bool
    private let readings: [ReadingValues]

    init(_ book: Book) {
        self.book = book
        kept = OtherColumns(book.otherColumns)
        isFromGoodreads = book.source?.hasPrefix(Self.sourcePrefix) ?? false
        readings = book.allReadings
    }

    nonisolated static let sourcePrefix = "goodreads:"

    /// The values in the order of the columns.
    var values: [String] { Self.columns.map { value($0).withoutNUL } }

    private func value(_ column: String) -> String {
        switch column {
        case "Book Id": isFromGoodreads ? String(book.source?.dropFirst(Self.sourcePrefix.count) ?? "") : ""
        case "Title": book.title
        case "Author": book.author
        case "Author l-f": sortedAuthor
        case "Additional Authors": contributors
        case "ISBN": Self.quoted(isbn10)
        case "ISBN13": Self.quoted(isbn13)
        case "My Rating": book.stars.map { String($0.wholeForGoodreads) } ?? kept[column] ?? "0"
        case "Publisher": detail("publisher", column)
        case "Binding": detail("binding", column)
        case "Number of Pages": detail("pages", column)
        case "Year Published": detail("year", column)
        case "Original Publication Year": detail("originalYear", column)
        case "Private Notes": book.privateNotes ?? ""
        case "Owned Copies": String(book.copies ?? 0)
        case "Date Read": lastRead.map { Self.slashed($0.description) } ?? kept[column] ?? ""
        case "Date Added": Self.slashed(CivilDate(utc: book.added).description)
        case "Bookshelves": bookshelves
        case "Bookshelves with positions": isCurrent(kept[column]) ? kept[column] ?? "" : ""
        case "Exclusive Shelf": exclusiveShelf
        case "My Review": review
        case "Read Count": readCount
        default: kept[column] ?? ""
        }
    }

    private func detail(_ key: String, _ column: String) -> String {
        Book.fields[key]?.value(of: book).written ?? kept[column] ?? ""
    }

    private static func slashed(_ date: String) -> String { date.replacing("-", with: "/") }

    // MARK: Authors

    private var sortedAuthor: String {
        if let written = kept["Author l-f"] {
            func words(_ name: String) -> [Substring] { name.split { $0 == " " || $0 == "," }.sorted() }
            if words(written) == words(book.author) { return written }
        }
        return Self.sorted(book.author)
    }

    /// Returns “Guin, Ursula K. Le” for “Ursula K. Le Guin”, as Goodreads does.
    nonisolated static func sorted(_ author: String) -> String {
        guard let space = author.utf8.lastIndex(of: UInt8(ascii: " ")) else { return author }
        return "\(author[author.utf8.index(after: space)...]), \(author[..<space])"
    }

    private var contributors: String {
        let names = Self.contributors(book.contributors)
        guard let written = kept["Additional Authors"],
            Set(Self.names(in: written)).isSuperset(of: Self.names(in: names))
        else { return names }
        return written
    }

    /// Returns the names of contributors without their roles, separated by commas.
    nonisolated static func contributors(_ stored: String?) -> String {
        guard let stored else { return "" }
        return ShelfList.texts(in: stored).map { name in
            guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else {
                return name
            }
            return String(name[..<open]).collapsingSpaces
        }.joined(separator: ", ")
    }

    private nonisolated static func names(in list: String) -> [String] {
        list.split(separator: ",").map { String($0).collapsingSpaces }.filter { !$0.isEmpty }
    }

    // MARK: ISBN

    private var isbn10: String {
        let own = book.isbn.flatMap { ISBN($0) }
        if let written = kept["ISBN"] {
            let isSame = ISBN(written).map { $0.thirteen == own?.thirteen } ?? (own?.ten != written)
            if isSame { return written }
        }
        guard let own else { return "" }
        if own.digits.utf8.count == 10 { return own.digits }
        return isFromGoodreads && book.otherColumns != nil ? "" : own.ten ?? ""
    }

    private var isbn13: String {
        let own = book.isbn.flatMap { ISBN($0) }
        guard let own else { return kept["ISBN13"] ?? "" }
        if own.digits.utf8.count == 13 { return own.digits }
        if let written = kept["ISBN13"] { return written }
        return isFromGoodreads && book.otherColumns != nil ? "" : own.thirteen
    }

    /// Returns an ISBN as Goodreads writes it, so that spreadsheets keep leading zeros.
    private static func quoted(_ isbn: String) -> String { "=\"\(isbn)\"" }

    // MARK: Readings

    /// The end of the last reading. In a file of Goodreads, a reading is abandoned only if the book is.
    private var lastRead: PartialDate? {
        readings.filter { $0.status == .completed || $0.status == .abandoned && book.status == .abandoned }
            .compactMap(\.completed).max()
    }

    private var readCount: String {
        if let written = kept["Read Count"] {
            let fingerprints = ImportFingerprints(book.lastImport)
            let end = book.latestReading.completed?.description
            if fingerprints.holds(book.status.rawValue, in: .status),
                end.map({ fingerprints.holds($0, in: .completed) }) ?? !fingerprints.contains(.completed)
            {
                return written
            }
        }
        return String(readings.count { $0.status == .completed })
    }

    // MARK: Shelves

    private var exclusiveShelf: String {
        if let written = kept["Exclusive Shelf"], let name = ShelfName(written),
            GoodreadsFormat.status(ofShelf: written) == book.status,
            book.shelves.contains(where: { $0.key == name.key })
        {
            return written
        }
        return switch book.status {
        case .onShelf: "to-read"
        case .inProgress: "currently-reading"
        case .paused: "paused"
        case .completed: "read"
        case .abandoned: "did-not-finish"
        }
    }

    private var bookshelves: String {
        let written = kept["Bookshelves"]
        if let written, isCurrent(written) { return written }
        let exclusive = exclusiveShelf
        var names = book.shelfNames.map(Self.shelfName).filter {
            $0 != exclusive && !GoodreadsFormat.statuses.contains($0)
        }
        // Goodreads names the exclusive shelf here, too, except “read”.
        if written != nil || !isFromGoodreads, book.status != .completed { names.append(exclusive) }
        return names.joined(separator: ", ")
    }

    /// Whether a column names the shelves on which the book still is.
    private func isCurrent(_ written: String?) -> Bool {
        guard let written else { return false }
        let exclusive = exclusiveShelf
        var keys = Set(book.shelves.map(\.key))
        var named: Set<String> = []
        for name in Self.names(in: written) {
            let bare = name.hasSuffix(")") ? String(name.prefix { $0 != "(" }).collapsingSpaces : name
            if GoodreadsFormat.statuses.contains(bare), bare != exclusive { return false }
            if let shelf = ShelfName(bare) { named.insert(shelf.key) }
        }
        if let shelf = ShelfName(exclusive) {
            keys.remove(shelf.key)
            named.remove(shelf.key)
        }
        return keys == named
    }

    /// Returns a name as Goodreads allows it: without spaces and commas.
    nonisolated static func shelfName(_ name: String) -> String {
        name.split { $0 == " " || $0 == "," }.joined(separator: "-")
    }

    // MARK: Texts

    private var review: String {
        if let written = kept["My Review"], ReviewMarkup.plainText(written) == book.review ?? "" {
            return written
        }
        return book.review.map(ReviewMarkup.markup) ?? ""
    }
}

extension StarRating {
    /// The rating in whole stars, at least 1, as Goodreads knows it.
    var wholeForGoodreads: Int { max(1, (quarters + 2) / 4) }
}

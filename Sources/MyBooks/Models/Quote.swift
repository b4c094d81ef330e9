import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A passage of a book that the user has noted.
@Model
final class Quote {
    /// The quote's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var text: String
    /// The place in the book, such as `217`, `xii` or `12–13`.
    var page: String?
    /// The user's comment.
    var note: String
    /// The place in an e-book, such as `1100-1102`.
    var location: String?
    /// The day, or the day and the time, on which the user marked the quote, as the reading device wrote it.
    var noted: String?
    var book: Book?

    init(identifier: UUID = UUID.random(), text: String, page: String? = nil, note: String = "") {
        self.identifier = identifier
        self.text = text
        self.page = page
        self.note = note
    }
}

extension Quote: TitledModel {
    var recordTitle: String { beginning }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(book?.title) }

    static func titled(containing text: String) -> Predicate<Quote> {
        #Predicate<Quote> { $0.text.localizedStandardContains(text) }
    }

    static var listingCommand: String { "quote list" }
}

extension Quote {
    /// The record's number, which never changes; 0 until the quote is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// The first words of the first line, for places with limited space. These words are a part of the text,
    /// so the user can type them to name the quote in commands.
    var beginning: String {
        let longest = 50
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        if line.count <= longest { return String(line) }
        let start = line.prefix(longest)
        return String(start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start)
    }
}

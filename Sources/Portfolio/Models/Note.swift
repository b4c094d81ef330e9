import Basics
import Foundation
import ModelData

/// A note on an issue, with the time at which it was written.
@Model
final class Note {
    /// The note's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var text: String
    /// The time at which the note was written, rounded to milliseconds.
    var written: Date
    var issue: Issue?

    init(identifier: UUID = UUID.random(), text: String, written: Date) {
        self.identifier = identifier
        self.text = text
        self.written = written.wholeMilliseconds
    }
}

/// A note of an issue in a file.
struct NoteEntry: Hashable, Sendable {
    let written: Date
    let text: String

    /// The time in ISO 8601, a space, and the note.
    var fileText: String { "\(ISOTime.string(written)) \(text)" }

    init(written: Date, text: String) {
        self.written = written.wholeMilliseconds
        self.text = text
    }

    /// Parses a time, a space, and the note; `nil` for another text.
    init?(_ string: String) {
        let parts = string.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = ISOTime.date(String(parts[0])) else { return nil }
        self.init(written: time, text: String(parts[1]))
    }
}

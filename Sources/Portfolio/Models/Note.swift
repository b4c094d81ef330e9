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

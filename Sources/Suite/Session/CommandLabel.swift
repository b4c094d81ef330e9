import Foundation
import Localization

/// What a command did, kept in the store's history so that `undo` can name it: after a restart, and in whatever
/// language is spoken then.
public enum CommandLabel {
    /// The text as the history keeps it.
    public static func note(_ text: LocalizedText) -> String? {
        let encoder = JSONEncoder()
        // The same text is the same note in every process.
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(text) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// The text of a history's note; a note that another program wrote is shown as it is.
    public static func text(_ note: String) -> LocalizedText {
        (try? JSONDecoder().decode(LocalizedText.self, from: Data(note.utf8))) ?? .verbatim(note)
    }
}

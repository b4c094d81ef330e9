import Foundation
import Localization

/// The label of a command's changes, stored in the history so that `undo` can name them. It is stored as a
/// key with arguments, so that a later process can show it in any language.
public enum CommandLabel {
    /// Encodes a text for the history; `nil` if it can't be encoded.
    public static func note(_ text: LocalizedText) -> String? {
        let encoder = JSONEncoder()
        // Sorted keys make the note of a text the same in every process.
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(text) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Decodes a note of the history. A note in another format is shown verbatim.
    public static func text(_ note: String) -> LocalizedText {
        (try? JSONDecoder().decode(LocalizedText.self, from: Data(note.utf8))) ?? .verbatim(note)
    }
}

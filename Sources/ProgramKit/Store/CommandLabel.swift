import Foundation
import Localization

/// The label of a command's changes, stored in the history so that `undo` can name them. The label is stored
/// as a string table key with arguments, so that a later process can show it in any language.
public enum CommandLabel {
    /// Encodes a label for the history; `nil` if it can't be encoded.
    public static func note(_ text: LocalizedText) -> String? {
        let encoder = JSONEncoder()
        // Sort the keys, so that every process encodes a label in the same way.
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(text) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Decodes a label from the history. Text in another format is returned verbatim.
    public static func text(_ note: String) -> LocalizedText {
        (try? JSONDecoder().decode(LocalizedText.self, from: Data(note.utf8))) ?? .verbatim(note)
    }
}

import Foundation
import Localization
import ModelData

/// A model whose records the user can name by title.
public protocol TitledModel: PersistentModel {
    /// The record's title.
    var recordTitle: String { get }
    /// A detail shown beside the title if several records fit, such as the author; `nil` if there is none.
    var recordDetail: LocalizedText? { get }
    /// Returns a predicate for the records whose title contains a text, ignoring case and accents.
    static func titled(containing text: String) -> Predicate<Self>
    /// Returns a predicate for the record that a number other than its own identifies, such as an ISBN; `nil` if the text isn't
    /// such a number. Default: `nil`.
    static func identified(by text: String) -> Predicate<Self>?
    /// The command that lists the records with their numbers, such as `quote list`. Default: `list`.
    static var listingCommand: String { get }
}

extension TitledModel {
    /// The default command, `list`.
    public static var listingCommand: String { "list" }
    /// No record has another number.
    public static func identified(by text: String) -> Predicate<Self>? { nil }
}

import Foundation
import Localization
import ModelData

/// A model whose records a person can name by title.
public protocol TitledModel: PersistentModel {
    /// The title.
    var recordTitle: String { get }
    /// What stands beside the title where several fit, such as an author; `nil` where there is nothing to say.
    var recordDetail: LocalizedText? { get }
    /// The records whose title contains a text, whatever the case and accents.
    static func titled(containing text: String) -> Predicate<Self>
    /// The command that lists the records with their numbers, such as `quote list`; `list` unless a model says more.
    static var listingCommand: String { get }
}

extension TitledModel {
    /// `list`.
    public static var listingCommand: String { "list" }
}

import Basics
import Foundation
import Localization
import ModelData
import Suite

/// One line of a trip's checklist, such as a thing to pack.
@Model
final class ChecklistItem {
    /// The item's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The name of the list, such as `packing`.
    var list: String
    var isDone: Bool
    var trip: Trip?

    init(identifier: UUID = UUID.random(), name: String, list: String) {
        self.identifier = identifier
        self.name = name
        self.list = list
        isDone = false
    }
}

extension ChecklistItem {
    /// The record's number, which never changes; 0 until the item is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}

extension ChecklistItem: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(list) }

    static func titled(containing text: String) -> Predicate<ChecklistItem> {
        #Predicate<ChecklistItem> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "checklist" }
}

import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// One line of a trip's checklist, such as a thing to pack.
@Model
final class ChecklistItem {
    /// The item's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The name of the list, such as `packing`.
    var list: String
    var isDone: Bool
    /// The day until which it is to be done; `nil` if there is none.
    var dueDay: Date?
    var trip: Trip?

    init(identifier: UUID = UUID.random(), name: String, list: String) {
        self.identifier = identifier
        self.name = name
        self.list = list
        isDone = false
    }
}

extension ChecklistItem {
    /// The day until which it is to be done; `nil` if there is none.
    var due: CivilDate? {
        get { dueDay.map { CivilDate(utc: $0) } }
        set { if dueDay != newValue?.utcDate { dueDay = newValue?.utcDate } }
    }

    /// The list of items that are added without a list's name. The store and exports have this name in every
    /// language; users see it in theirs.
    static let usualList = "packing"

    /// The name of the item's list in the user's language.
    var listName: LocalizedText { Self.name(ofList: list) }

    /// Returns a list's name in the user's language.
    static func name(ofList list: String) -> LocalizedText {
        list == usualList ? text("packing") : .verbatim(list)
    }

    /// Returns the stored name of the list that a user names.
    static func list(named name: String, _ localizer: Localizer) -> String {
        SearchFold.fold(name) == SearchFold.fold(localizer.string(text("packing"))) ? usualList : name
    }
}

extension ChecklistItem: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { list.isEmpty ? nil : listName }

    static func titled(containing text: String) -> Predicate<ChecklistItem> {
        #Predicate<ChecklistItem> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "checklist" }
}

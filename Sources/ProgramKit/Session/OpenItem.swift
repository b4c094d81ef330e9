import Foundation
import Localization
import ModelData

/// An item that the user has opened: a record, or another state of a program such as a filter.
@MainActor
public struct OpenItem {
    /// The program's name for the item; `nil` for a record.
    public let name: String?
    private let find: (ModelContext) throws -> (any TitledModel)?
    private let otherTitle: LocalizedText?
    private let record: (any TitledModel)?

    /// Opens a record. The prompt always shows its current title.
    public init<Model: TitledModel>(_ record: Model) {
        name = nil
        otherTitle = nil
        self.record = record
        find = { context in
            // An unsaved record has no number.
            guard let number = record.persistentModelID.recordNumber else { return record }
            return try context.object(Model.self, number: number)
        }
    }

    /// Opens an item that isn't a record.
    ///
    /// - Parameters:
    ///   - name: The program's name for the item, such as `recent`.
    ///   - title: The title that the prompt shows.
    public init(_ name: String, title: LocalizedText) {
        self.name = name
        otherTitle = title
        record = nil
        find = { _ in nil }
    }

    /// Returns the record; `nil` if the item isn't a record or the record was deleted.
    func model(in context: ModelContext) throws -> (any TitledModel)? {
        try find(context)
    }

    /// Returns whether the item is a record that was deleted. A record that can't be read doesn't count as
    /// deleted.
    func isDeleted(from context: ModelContext) -> Bool {
        guard record != nil else { return false }
        do { return try find(context) == nil } catch { return false }
    }

    /// Returns the title of the item; for a deleted record, the last known title.
    func title(_ localizer: Localizer) -> String {
        otherTitle.map { localizer.string($0) } ?? record?.recordTitle ?? ""
    }
}

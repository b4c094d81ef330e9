import Foundation
import Localization
import ModelData

/// Something that a person has open: a record, or something else that a program can be in, such as a filter.
@MainActor
public struct OpenPlace {
    /// The program's own name of what is open; `nil` for a record.
    public let name: String?
    private let find: (ModelContext) throws -> (any TitledModel)?
    private let otherTitle: LocalizedText?
    private let record: (any TitledModel)?

    /// A record. The prompt shows its title as it is at each time.
    public init<Model: TitledModel>(_ record: Model) {
        name = nil
        otherTitle = nil
        self.record = record
        find = { context in
            // What isn't saved yet has no number.
            guard let number = record.persistentModelID.recordNumber else { return record }
            return try context.object(Model.self, number: number)
        }
    }

    /// Something that is no record.
    ///
    /// - Parameters:
    ///   - name: The program's own name of it, such as `recent`.
    ///   - title: What the prompt shows.
    public init(_ name: String, title: LocalizedText) {
        self.name = name
        otherTitle = title
        record = nil
        find = { _ in nil }
    }

    /// The record, if it is one and there still.
    func model(in context: ModelContext) throws -> (any TitledModel)? {
        try find(context)
    }

    /// Whether it is a record that is not there any more. What can't be read is not taken for gone.
    func isGone(from context: ModelContext) -> Bool {
        guard record != nil else { return false }
        do { return try find(context) == nil } catch { return false }
    }

    /// What it is called, or was called last.
    func title(_ localizer: Localizer) -> String {
        otherTitle.map { localizer.string($0) } ?? record?.recordTitle ?? ""
    }
}

/// What is open in a program, and what is to be told of it.
struct OpenPath {
    /// What is open, the outermost first.
    var places: [OpenPlace] = []
    /// What the person is to be told.
    var notices: [LocalizedText] = []
    /// The titles of what other processes deleted since the last command.
    var deletedElsewhere: [String] = []

    /// The notices, which are told once.
    mutating func takeNotices() -> [LocalizedText] {
        defer {
            notices = []
            deletedElsewhere = []
        }
        return notices
    }
}

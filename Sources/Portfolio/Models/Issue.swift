import Basics
import Foundation
import ModelData

/// An issue: a bug, a task or a wish.
@Model
final class Issue {
    #Index<Issue>([\.modified], [\.closed])

    /// The issue's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var content: String
    var priority: Priority = Priority.low
    /// The creation time, rounded to milliseconds so that exports in ISO 8601 are exact.
    var created: Date
    /// The closing time; `nil` while the issue is open.
    var closed: Date?
    /// The time of the last change. A save sets it automatically if the issue has changed.
    @Attribute(.modificationDate) var modified: Date
    @Relationship(inverse: \Tag.issues) var tags: [Tag]

    init(
        identifier: UUID = UUID.random(), title: String, content: String = "", priority: Priority = .low,
        created: Date
    ) {
        self.identifier = identifier
        self.title = title
        self.content = content
        self.priority = priority
        self.created = created.wholeMilliseconds
        self.modified = created
        self.tags = []
    }
}

extension Issue {
    /// The record's number, which never changes; 0 until the issue is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    var isOpen: Bool { closed == nil }

    var status: IssueStatus { isOpen ? .open : .closed }

    /// Sets the modification date. Call this if only the tags change: a save sets the date only for changed
    /// columns, and the tags are a relationship, not a column.
    func touch(_ now: Date) { modified = now }
}

extension Date {
    /// The date, rounded to milliseconds. Rounding removes the errors of floating-point calculations.
    var wholeMilliseconds: Date {
        Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
    }
}

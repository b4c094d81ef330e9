import Foundation
import ModelData

/// Something to do: a bug, a task, a wish.
@Model
final class Issue {
    #Index<Issue>([\.modified], [\.closed])

    /// The issue's identity across stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var content: String
    var priority: Priority = Priority.low
    /// To the millisecond, so that exports in ISO 8601 say it exactly.
    var created: Date
    /// When it was closed; `nil` while it is open.
    var closed: Date?
    /// Set by itself at each save that changes the issue.
    @Attribute(.modificationDate) var modified: Date
    @Relationship(inverse: \Tag.issues) var tags: [Tag]

    init(
        identifier: UUID = UUID(), title: String, content: String = "", priority: Priority = .low,
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
    /// The record's own number, which never changes; 0 until the issue is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// Whether it is still to be done.
    var isOpen: Bool { closed == nil }

    /// Whether it is open or closed.
    var status: IssueStatus { isOpen ? .open : .closed }

    /// Notes that the issue changed where only its tags did: a relationship is no column of its own.
    func touch(_ now: Date) { modified = now }
}

extension Date {
    /// The nearest date that is a whole number of milliseconds; the same whichever way it was reckoned.
    var wholeMilliseconds: Date {
        Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
    }
}

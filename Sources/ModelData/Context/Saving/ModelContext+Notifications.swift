import Foundation

extension ModelContext {
    /// Posted before a context saves. The notification's object is the context.
    ///
    /// What an observer changes is saved too. It mustn't save itself: ``save()`` throws
    /// ``ModelDataError/saveInProgress``.
    ///
    /// Mirrors SwiftData's `willSave`.
    public static let willSave = Notification.Name("ModelContextWillSave")

    /// Posted after a context has saved. The user info contains the identifiers of the changed records
    /// under the keys ``NotificationKey``.
    ///
    /// Mirrors SwiftData's `didSave`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of a notification's user info.
    ///
    /// Mirrors SwiftData's `ModelContext.NotificationKey`.
    public enum NotificationKey: String, Sendable {
        /// The identifiers of the inserted records.
        case insertedIdentifiers = "inserted"
        /// The identifiers of the changed records.
        case updatedIdentifiers = "updated"
        /// The identifiers of the deleted records.
        case deletedIdentifiers = "deleted"
        /// The identifiers of records that were changed externally; not posted here.
        case refreshedIdentifiers = "refreshed"
        /// Whether all identifiers became invalid; not posted here.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The state of the store that the context reads; not posted here.
        case queryGeneration
    }
}

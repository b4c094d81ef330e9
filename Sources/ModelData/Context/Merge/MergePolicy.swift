/// What a save does with a record that another context or process has changed, or with a unique value that
/// already exists.
///
/// A one-to-one relationship counts as a property. If another context has given the related object to another
/// record, both sides were changed. If the object's values win, the other record loses the related object.
///
/// The cases have the names of Core Data's merge policies. Not in SwiftData.
public enum MergePolicy: Sendable, Hashable {
    /// The save throws ``ModelDataError/conflict(model:record:properties:)``, or another ``ModelDataError``
    /// for a unique value or a deleted record.
    case error
    /// Properties that were changed on both sides keep the store's values.
    case mergeByPropertyStoreTrump
    /// Properties that were changed on both sides get the object's values.
    case mergeByPropertyObjectTrump
    /// The whole record gets the object's values.
    case overwrite
    /// The whole object gets the store's values, and its unsaved changes are lost.
    case rollback
}

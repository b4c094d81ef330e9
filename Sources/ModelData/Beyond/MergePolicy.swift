/// What a save does with a record that was changed elsewhere, or whose unique value exists already.
///
///     context.mergePolicy = .error
///
/// A partner in a one-to-one relationship that another context gave somebody else meanwhile is a property that was
/// changed on both sides: where the object's values win, the other one gives its partner up.
///
/// The names are Core Data's. Not in SwiftData.
public enum MergePolicy: Sendable, Hashable {
    /// The save throws.
    case error
    /// Properties that were changed on both sides keep the store's values.
    case mergeByPropertyStoreTrump
    /// Properties that were changed on both sides get the object's values.
    case mergeByPropertyObjectTrump
    /// The whole record gets the object's values.
    case overwrite
    /// The object gets the store's values.
    case rollback
}

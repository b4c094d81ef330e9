/// An error by which a custom store answers a request.
///
/// Mirrors SwiftData's `DataStoreError`.
public enum DataStoreError: Error, Hashable, Sendable {
    /// The store doesn't support the request. The caller of the context gets the error.
    case unsupportedFeature
    /// The store can't evaluate the predicate. The container asks for all records, and evaluates it.
    case preferInMemoryFilter
    /// The store can't sort. The container asks for unsorted records, and sorts them.
    case preferInMemorySort
    /// The predicate is invalid. The caller of the context gets the error.
    case invalidPredicate
}

/// The reason why a container refuses an answer of a custom store, or a request to it.
///
/// Identifiers are given by their descriptions. Not in SwiftData.
public enum DataStoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store has no identifier, or another store of the container has the same one.
    case storeIdentifier
    /// A model inherits from a model, which custom stores don't support.
    case inheritance
    /// The store has returned an identifier of another store.
    case otherStore(identifier: String)
    /// The store has returned a record of another model, or an identifier of another model in a relationship.
    case otherModel(identifier: String, property: String?)
    /// The store has returned or stored an identifier that isn't permanent.
    ///
    /// To store relationships between new records, pass the permanent identifiers to
    /// ``DataStoreSnapshot/copy(persistentIdentifier:remappedIdentifiers:)``.
    case temporaryIdentifier(identifier: String)
    /// The store has given one identifier to two records.
    case duplicateIdentifier(identifier: String)
    /// The store hasn't given a permanent identifier to an inserted record.
    case notRemapped(identifier: String)
    /// The snapshot to register again has another identifier than its key.
    case otherIdentifier(identifier: String, expected: String)
    /// A snapshot has no value of a property that isn't optional and has no default value.
    case missingValue(identifier: String, property: String)
    /// A value in a snapshot isn't of its property's type.
    case unreadableValue(identifier: String, property: String, reason: String)
    /// A relationship that isn't optional refers to a record that the store doesn't return.
    case missingRecord(identifier: String, property: String)
    /// Two records of the store have the same unique values.
    case notUnique(identifier: String)
    /// The store refuses to return all records without a predicate and an order.
    case refusesAll
    /// ModelData doesn't support the operation for custom stores.
    case unsupported(operation: String)

    /// The problem in English.
    public var description: String {
        switch self {
        case .storeIdentifier: "the store needs an identifier that no other store of the container has"
        case .inheritance: "a custom store can't have models that inherit from models"
        case .otherStore(let identifier):
            "the store has returned \(identifier), which belongs to another store"
        case .otherModel(let identifier, let property):
            "the store has returned \(identifier), which belongs to another model"
                + (property.map { ", in \($0)" } ?? "")
        case .temporaryIdentifier(let identifier):
            "\(identifier) is a temporary identifier and can't be stored"
        case .duplicateIdentifier(let identifier):
            "the store has two records with the identifier \(identifier)"
        case .notRemapped(let identifier): "the store hasn't given a permanent identifier to \(identifier)"
        case .otherIdentifier(let identifier, let expected):
            "the snapshot of \(expected) has the identifier \(identifier)"
        case .missingValue(let identifier, let property): "\(identifier) has no value of \(property)"
        case .unreadableValue(let identifier, let property, let reason):
            "\(identifier).\(property) can't be read: \(reason)"
        case .missingRecord(let identifier, let property):
            "\(identifier).\(property) refers to a record that the store doesn't return"
        case .notUnique(let identifier): "\(identifier) has the unique values of another record"
        case .refusesAll: "the store asks for evaluation in memory, but doesn't return all records"
        case .unsupported(let operation): "custom stores don't support \(operation)"
        }
    }
}

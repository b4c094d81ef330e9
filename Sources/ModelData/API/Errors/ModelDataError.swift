/// An error of a store, a context or a container.
///
/// ```swift
/// do {
///     try context.save()
/// } catch ModelDataError.notUnique(let model, let properties, let values) {
///     print("there is already a \(model) with \(properties) = \(values)")
/// }
/// ```
///
/// The associated values are the details, with which a program can show the error in the user's language.
/// ``description`` is the error in English.
public enum ModelDataError: Error, Sendable, Equatable {
    // Errors when a store is opened.

    /// The file isn't a ModelData store.
    case notAStore(path: String, reason: StoreFileProblem)
    /// The store's content is damaged.
    case damaged(path: String, detail: String)
    /// The store was written by a newer version of the program. It wasn't changed.
    case storeIsNewer(path: String, storeVersion: String, ownVersion: String)
    /// The store can't be opened, for a reason without a specific case.
    case cannotOpen(path: String, code: SQLiteCode)
    /// The user has no permission to read or write the file or its directory.
    case noPermission(path: String)
    /// The file, its directory or its file system is read-only.
    case readOnly(path: String)

    // Errors when a store is used.

    /// No space is left on the disk.
    case diskFull(path: String)
    /// Another process kept the store locked for longer than ``ModelConfiguration/lockTimeout``.
    case locked(path: String, seconds: Int)
    /// A file already exists at the path of a new file.
    case alreadyExists(path: String)
    /// Reading or writing the file failed.
    case inputOutput(path: String, code: SQLiteCode)
    /// SQLite couldn't allocate memory. The store wasn't changed.
    case outOfMemory(path: String)
    /// SQLite reported an error without a specific case.
    case sqlite(path: String, code: SQLiteCode, sql: String?)

    // Errors in a schema.

    /// Two models of a schema have the same name.
    case duplicateModel(name: String)
    /// The container's schema doesn't contain the model.
    case unknownModel(name: String)
    /// The schema contains another class for the model: `willMigrate` needs the classes of the earlier version, and
    /// `didMigrate` and the container those of the later one.
    case classOfOtherVersion(name: String, expected: String)
    /// A class inherits from a model, but isn't marked with `@Model`.
    case unmarkedModel(name: String, superclass: String)
    /// An entity of the schema has no model class in the program: it was described by hand, or read from a file.
    case entityWithoutClass(name: String)
    /// An entity of the schema was changed, or read from a file, and differs from its class. The property is
    /// nil if it isn't a property that differs.
    case differingEntity(model: String, property: String?, detail: String)
    /// Two properties have the same column, because SQL ignores case in names.
    case duplicateProperty(model: String, property: String)
    /// Two subclasses of a model have a property of the same name, and so the same column, but of different
    /// types.
    case differingProperty(model: String, other: String, property: String)
    /// The name of a model or property is reserved for the store's own tables or columns.
    case reservedName(model: String, property: String?)
    /// A model has more than 128 properties.
    case tooManyProperties(model: String, count: Int)
    /// An option of a property doesn't support the property's type.
    case unsuitableOption(model: String, property: String, option: String)
    /// The model has no such property.
    case unknownProperty(model: String, property: String)
    /// An upsert can't identify records: the key properties aren't unique together, or not all are set.
    case noUniqueKey(model: String, properties: [String])
    /// A model is in two configurations of a container.
    case modelInSeveralConfigurations(name: String)
    /// Two configurations of a container have the same file, for example because both have the default name.
    case fileInSeveralConfigurations(path: String)
    /// A relationship is invalid, for example because its inverse doesn't match.
    case invalidRelationship(
        model: String, property: String, destination: String, reason: RelationshipProblem)
    /// The store can't be migrated to the schema without losing data.
    case cannotMigrate(path: String, model: String, property: String, reason: MigrationProblem)
    /// A model of the container's schema is in no version of the migration plan.
    case modelNotInPlan(plan: String, model: String)
    /// Two schemas of a migration plan have the same version.
    case duplicateSchemaVersion(plan: String, version: String)
    /// The store's schema isn't one of the migration plan's versions.
    case unknownSchemaVersion(path: String, storeVersion: String, plan: String)
    /// The migration plan has no stages from the store's version to the container's.
    case missingStage(path: String, fromVersion: String, toVersion: String)
    /// A custom stage of a migration plan threw an error. The store wasn't changed.
    case stageFailed(path: String, fromVersion: String, toVersion: String, reason: String)
    /// A migration would leave a reference to a record that doesn't exist.
    case brokenReference(path: String, model: String, property: String, record: Int64)
    /// The context belonged to a stage of a migration that has ended.
    case migrationEnded(path: String)

    // Errors when changes are saved.

    /// A value can't be stored.
    case invalidValue(model: String, property: String, record: Int64?, problem: ValueProblem)
    /// Another record already has the values of unique properties.
    case notUnique(model: String, properties: [String], values: [StoredValue])
    /// The context is being saved: an observer of ``ModelContext/willSave`` mustn't save or open a transaction. The
    /// running save also saves what the observer changes.
    case saveInProgress
    /// The configuration doesn't allow saving.
    case savingNotAllowed(configuration: String)
    /// Another context or process changed the record since it was read.
    case conflict(model: String, record: Int64, properties: [String])
    /// Another context or process deleted the record since it was read.
    case recordGone(model: String, record: Int64)
    /// Another context or process deleted a related object since it was read.
    case relatedRecordGone(model: String, property: String, record: Int64)
    /// The object belongs to another context.
    case foreignObject(model: String)
    /// The object can't be deleted while it has related objects, because of the delete rule `.deny`.
    case deleteDenied(model: String, property: String, record: Int64?)
    /// A relationship that isn't optional has no object. `removedFrom` is the object that it was removed from, or that
    /// was deleted.
    case missingRelationship(
        model: String, property: String, record: Int64?, removedFrom: PersistentIdentifier? = nil)
    /// A relationship has fewer objects than its minimum or more than its maximum. A maximum of nil means no
    /// limit.
    case countOutOfBounds(
        model: String, property: String, record: Int64?, count: Int, minimum: Int, maximum: Int?)

    // Errors when objects are fetched.

    /// A predicate, or a part of it, can neither be translated to SQL nor be evaluated in memory.
    case untranslatable(expression: String)
    /// A predicate can't be evaluated for an object, for example because it uses an index that the object's list doesn't
    /// have.
    case predicateFailed(model: String, record: Int64?, reason: String)
    /// A column's content isn't a value of its property's type.
    case unreadableValue(model: String, property: String, record: Int64, problem: ValueProblem)

    // Errors of custom stores.

    /// A custom store has given an invalid answer, or the operation isn't possible with it. `store` is the name of its
    /// configuration.
    case invalidDataStore(store: String, model: String, problem: DataStoreProblem)

    // Errors of transactions, undo and redo.

    /// A transaction is already open in this context.
    case transactionOpen
    /// No transaction is open in this context.
    case noTransaction
    /// A failure of the store ended the open transaction, which can now only be rolled back.
    case transactionLost(path: String)
    /// The store's content was replaced, for example by a restore, since its records were read. Nothing was
    /// written.
    case contentReplaced(path: String)
    /// There are unsaved changes, which must be saved or rolled back first.
    case unsavedChanges
    /// A later transaction changed a record that undo or redo would change.
    case undoConflict(model: String, record: Int64)
    /// The schema changed since the transaction was written, so it can't be reversed.
    case undoAcrossMigration(transaction: Int64)
    /// Transactions after the token were deleted from the history, so the changes since the token are
    /// unknown.
    case historyTokenExpired(path: String, transaction: Int64)
    /// A row of the store's history can't be read.
    case damagedHistory(path: String, transaction: Int64)
}

/// The reason why a file isn't a store.
public enum StoreFileProblem: Sendable, Hashable {
    /// The file isn't an SQLite database.
    case notADatabase
    /// The file is shorter than its header states.
    case truncated(expectedBytes: Int, foundBytes: Int)
    /// The file is a database of another program. With ModelData's own application id, it is a store that has none of
    /// the schema's models.
    case foreignDatabase(applicationID: Int32)
    /// The file is a directory.
    case isDirectory
    /// The file is neither a regular file nor a directory.
    case notAFile
    /// A log or another file beside the store is a symbolic link, which SQLite doesn't follow.
    case isLink
    /// The file's header says that it has no log, but a log of another store is beside it.
    ///
    /// This happens if a file replaces a store of the same name while the store's log remains. SQLite would
    /// write the log's content over the file. Nothing was changed.
    case orphanedLog(path: String)
    /// A file without a write-ahead log was written over a store that another process has open.
    ///
    /// The file will be damaged if that process continues to write. Nothing was changed.
    case replacedInUse
}

/// The reason why a store can't be migrated to a schema.
public enum MigrationProblem: Sendable, Hashable {
    /// The new property isn't optional and has no default value, and there are records.
    case noDefault
    /// The property is no longer optional and has no default value, and some records have no value.
    case missingValues(records: Int)
    /// The property's new type is stored differently.
    case otherType(stored: String, wanted: String)
    /// Some values can't be converted to the property's new type without loss.
    case unconvertibleValues(count: Int, example: String, type: String)
    /// The property is unique now, but some records have the same value.
    case duplicateValues
    /// The relationship is now to one object, but some records have several.
    case severalLinks(records: Int)
    /// The store has a property with the new name and a property with the original name.
    ///
    /// The values of one of these properties would be lost.
    case twoNames(original: String)
    /// A shared table has records of a subclass that is no longer in the schema.
    case missingModel(records: Int)
    /// The model now inherits from another model, and records of both models have the same record numbers.
    case numbersInUse(records: Int)
}

/// A result code of SQLite with its message.
public struct SQLiteCode: Sendable, Hashable {
    /// The extended result code.
    public let code: Int32
    /// SQLite's message.
    public let message: String
    /// The system's error number (`errno`); 0 if unknown.
    public let systemError: Int32

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - code: The extended result code.
    ///   - message: SQLite's message.
    ///   - systemError: The system's error number (`errno`). Default: 0, unknown.
    public init(code: Int32, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }
}

/// The reason why a value can't be written to a column, or a column's content can't be read as a value.
///
/// It is part of ``ModelDataError/invalidValue(model:property:record:problem:)`` and
/// ``ModelDataError/unreadableValue(model:property:record:problem:)``, which add the model and the property.
public enum ValueProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value is NaN, which SQLite would store as NULL.
    case notANumber
    /// The integer doesn't fit into SQLite's signed 64-bit integers.
    case outOfRange(value: String)
    /// The column is NULL, but the property isn't optional.
    case missing
    /// The content isn't a value of the type.
    case unreadable(content: String, type: String)
    /// The value can't be encoded, as JSON or by its transformer.
    case unencodable(type: String, reason: String)
    /// An upsert sets a to-many relationship; it can only set values and to-one relationships.
    case severalObjects(type: String)

    /// The external file of the value is missing.
    case missingFile(path: String)

    /// A description in English.
    public var description: String {
        switch self {
        case .notANumber: "NaN can't be stored"
        case .outOfRange(let value): "\(value) doesn't fit into a signed 64-bit integer"
        case .missing: "a value is missing"
        case .unreadable(let content, let type): "\"\(content)\" isn't a value of the type \(type)"
        case .missingFile(let path): "the file \(path) is missing"
        case .unencodable(let type, let reason): "the \(type) can't be encoded: \(reason)"
        case .severalObjects(let type): "an upsert can't set a list of \(type), only a single object"
        }
    }
}

/// The reason why a relationship's inverse is invalid.
public enum RelationshipProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The inverse isn't a relationship between the two models.
    case notTheOtherSide
    /// The inverse names another relationship as its own inverse.
    case otherInverse
    /// Two relationships have the same inverse.
    case severalInverses
    /// The two models are in different stores.
    case otherStore

    /// The problem in English.
    public var description: String {
        switch self {
        case .notTheOtherSide: "has an inverse that isn't a relationship back to it"
        case .otherInverse: "has an inverse that names another relationship as its own"
        case .severalInverses: "shares its inverse with another relationship"
        case .otherStore: "refers to a model in another store"
        }
    }
}

/// A failure of SQLite, which is converted to a ``ModelDataError``.
package struct StatementFailure: Error {
    /// The extended result code.
    package let code: Int32
    let message: String
    let sql: String?
    /// The last system error number that SQLite recorded. It may belong to an earlier failure.
    var systemError: Int32 = 0

    package init(code: Int32, message: String, sql: String?, systemError: Int32 = 0) {
        (self.code, self.message, self.sql, self.systemError) = (code, message, sql, systemError)
    }
}

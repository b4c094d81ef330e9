/// What went wrong in a store, a context or a container.
///
///     do {
///         try context.save()
///     } catch ModelDataError.notUnique(let model, let properties, let values) {
///         print("there is already a \(model) with \(properties) = \(values)")
///     }
///
/// Each case carries what it is about, so that a program can say it in the user's language; ``description``
/// says it in English.
public enum ModelDataError: Error, Sendable, Equatable {
    // Opening a store.

    /// The file isn't a store of this module.
    case notAStore(path: String, reason: StoreFileProblem)
    /// The store's content is damaged.
    case damaged(path: String, detail: String)
    /// The store was written by a newer version of the program; it was left as it is.
    case storeIsNewer(path: String, storeVersion: String, ownVersion: String)
    /// The store can't be opened, for a reason that has no case of its own.
    case cannotOpen(path: String, code: SQLiteCode)
    /// The file or its directory may not be read or written by this user.
    case noPermission(path: String)
    /// The file, its directory or its file system is read-only.
    case readOnly(path: String)

    // Using a store.

    /// No space is left on the disk.
    case diskFull(path: String)
    /// Another process kept the store locked for longer than the connection waits.
    case locked(path: String, seconds: Int)
    /// There is a file already where a new one was to be made.
    case alreadyExists(path: String)
    /// Reading or writing the file failed.
    case inputOutput(path: String, code: SQLiteCode)
    /// The system gave SQLite no more memory; the store is as it was.
    case outOfMemory(path: String)
    /// SQLite refused, for a reason that has no case of its own.
    case sqlite(path: String, code: SQLiteCode, sql: String?)

    // The schema.

    /// Two models of a schema have the same name.
    case duplicateModel(name: String)
    /// The container's schema doesn't have the model.
    case unknownModel(name: String)
    /// A class inherits from a model without being marked as one with `@Model`.
    case unmarkedModel(name: String, superclass: String)
    /// Two properties have the same column, since SQL ignores case in names.
    case duplicateProperty(model: String, property: String)
    /// Two models that inherit from the same one have a property of one name, and thus one column, but of different
    /// types.
    case differingProperty(model: String, other: String, property: String)
    /// A model or property has a name that the store needs for itself.
    case reservedName(model: String, property: String?)
    /// A model has more properties than a model can have.
    case tooManyProperties(model: String, count: Int)
    /// A property's type doesn't go with what its attribute asks for.
    case unsuitableOption(model: String, property: String, option: String)
    /// The model has no such property.
    case unknownProperty(model: String, property: String)
    /// The properties aren't unique together, or not all of them are set.
    case noUniqueKey(model: String, properties: [String])
    /// A model stands in two configurations of a container.
    case modelInSeveralConfigurations(name: String)
    /// A relationship doesn't fit the model that it refers to.
    case invalidRelationship(
        model: String, property: String, destination: String, reason: RelationshipProblem)
    /// The store can't be brought to the schema without losing data.
    case cannotMigrate(path: String, model: String, property: String, reason: MigrationProblem)
    /// A model of the container's schema stands in no version of the migration plan.
    case modelNotInPlan(plan: String, model: String)
    /// Two versions of a migration plan have the same number.
    case duplicateSchemaVersion(plan: String, version: String)
    /// The store's schema is none of the migration plan's versions.
    case unknownSchemaVersion(path: String, storeVersion: String, plan: String)
    /// The migration plan has no stages that lead from the store's version to the container's.
    case missingStage(path: String, fromVersion: String, toVersion: String)
    /// A custom stage of a migration plan threw; the store was left as it was.
    case stageFailed(path: String, fromVersion: String, toVersion: String, reason: String)
    /// A migration would leave a reference to a record that doesn't exist.
    case brokenReference(path: String, model: String, property: String, record: Int64)
    /// The context belonged to a stage of a migration, which is over.
    case migrationEnded(path: String)

    // Saving.

    /// A value can't be stored.
    case invalidValue(model: String, property: String, record: Int64?, problem: ValueProblem)
    /// Another record already has the values of properties that are unique.
    case notUnique(model: String, properties: [String], values: [StoredValue])
    /// The configuration doesn't allow saving.
    case savingNotAllowed(configuration: String)
    /// The record was changed elsewhere since it was read.
    case conflict(model: String, record: Int64, properties: [String])
    /// The record was deleted elsewhere since it was read.
    case recordGone(model: String, record: Int64)
    /// The object that a relationship holds was deleted elsewhere since it was read.
    case relatedRecordGone(model: String, property: String, record: Int64)
    /// The object belongs to another context.
    case foreignObject(model: String)
    /// The object can't be deleted while others are related to it, under the rule deny.
    case deleteDenied(model: String, property: String, record: Int64?)
    /// A relationship to an object that must be there has none.
    case missingRelationship(model: String, property: String, record: Int64?)
    /// A relationship has fewer or more objects than it may have; a maximum of nil means any number.
    case countOutOfBounds(
        model: String, property: String, record: Int64?, count: Int, minimum: Int, maximum: Int?)

    // Fetching.

    /// A predicate, or a part of it, has no meaning in SQL and can't be filtered in memory here.
    case untranslatable(expression: String)
    /// A column's content isn't a value of its property.
    case unreadableValue(model: String, property: String, record: Int64, problem: ValueProblem)

    // Transactions, undo and redo.

    /// A transaction is already open in this context.
    case transactionOpen
    /// No transaction is open in this context.
    case noTransaction
    /// The open transaction was ended by a failure of the store; it can only be rolled back.
    case transactionLost(path: String)
    /// Another content took the store's place since its records were looked at; nothing was written to it.
    case contentReplaced(path: String)
    /// There are changes that must be saved or rolled back first.
    case unsavedChanges
    /// A later transaction touched a record that undo or redo would change.
    case undoConflict(model: String, record: Int64)
    /// The schema changed since the transaction was written, so that it can't be reversed.
    case undoAcrossMigration(transaction: Int64)
    /// Transactions that came after a token were deleted from the history, so that nobody knows what they did.
    case historyTokenExpired(path: String, transaction: Int64)
    /// A row of the store's history can't be read.
    case damagedHistory(path: String, transaction: Int64)
}

/// Why a file isn't a store.
///
///     let problem = StoreFileProblem.notADatabase
public enum StoreFileProblem: Sendable, Hashable {
    /// It isn't an SQLite database.
    case notADatabase
    /// It is shorter than its own header says.
    case truncated(expectedBytes: Int, foundBytes: Int)
    /// It is a database of another program.
    case foreignDatabase(applicationID: Int32)
    /// It is a directory.
    case isDirectory
    /// It is neither a file nor a directory.
    case notAFile
    /// It stands beside a store, where its log or the like belongs, and is a symbolic link, which SQLite doesn't follow.
    case isLink
    /// Its header says that it has no write-ahead log, and one is beside it all the same: it was left by another store that
    /// had the name before, and SQLite would write what is in it over the file. Nothing was changed.
    case othersLog(path: String)
    /// A file that has no write-ahead log was written over a store that somebody has open. It is damaged when they go on.
    /// Nothing was changed.
    case replacedInUse
}

/// Why a store can't be brought to a schema.
///
///     let problem = MigrationProblem.noDefault
public enum MigrationProblem: Sendable, Hashable {
    /// The new property is neither optional nor has a default, and there are records.
    case noDefault
    /// The property isn't optional any more, has no default, and records have no value.
    case missingValues(records: Int)
    /// The property's values are of another kind.
    case otherType(stored: String, wanted: String)
    /// The property's type is another one, to which not all of the values can be turned without loss.
    case unfitValues(count: Int, example: String, type: String)
    /// The property is unique now and records share values.
    case duplicateValues
    /// The relationship is to one object now, and records have several.
    case severalLinks(records: Int)
    /// The store has a property of its name and one of its original name, which the model doesn't have any more. The
    /// values of one of them would be lost.
    case twoNames(original: String)
    /// There are records of the model, which the schema doesn't have any more, in a table that it shares with those
    /// that it inherits from.
    case missingModel(records: Int)
    /// The model inherits from another one now, and records of both have the same numbers.
    case numbersInUse(records: Int)
}

/// A result code of SQLite with the text that SQLite gave with it.
///
///     let code = SQLiteCode(code: 11, message: "database disk image is malformed")
public struct SQLiteCode: Sendable, Hashable {
    /// The extended result code.
    public let code: Int32
    /// SQLite's own words.
    public let message: String
    /// The system's error number behind it, as in `errno`; 0 where none is known.
    public let systemError: Int32

    /// Makes a code.
    public init(code: Int32, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }
}

import Foundation

extension ModelDataError: CustomStringConvertible, LocalizedError {
    /// The error in English.
    public var description: String {
        switch self {
        case .notAStore(let path, let reason): "\(path) \(reason.description)"
        case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
        case .storeIsNewer(let path, let storeVersion, let ownVersion):
            "\(path) was written by a newer program: its schema is \(storeVersion), "
                + "this program's is \(ownVersion)"
        case .cannotOpen(let path, let code): "\(path) can't be opened: \(code.message) (\(code.code))"
        case .noPermission(let path): "no permission to read or write \(path)"
        case .alreadyExists(let path): "\(path) already exists"
        case .readOnly(let path): "\(path) is read-only"
        case .diskFull(let path): "no space left on the disk for \(path)"
        case .locked(let path, let seconds):
            "\(path) was locked by another process for more than \(seconds) seconds"
        case .inputOutput(let path, let code):
            "\(path) can't be read or written: \(code.message) (\(code.code))"
        case .outOfMemory(let path): "not enough memory for \(path)"
        case .sqlite(let path, let code, let sql):
            "\(path): \(code.message) (\(code.code))" + (sql.map { " in \($0)" } ?? "")
        default: schemaDescription ?? saveDescription ?? otherDescription
        }
    }

    /// The error in English.
    public var errorDescription: String? { description }

    private var schemaDescription: String? {
        switch self {
        case .duplicateModel(let name): "two models are named \(name)"
        case .unknownModel(let name): "the schema has no model \(name)"
        case .classOfOtherVersion(let name, let expected):
            "\(name) is the class of another version of the schema; here, use \(expected)"
        case .unmarkedModel(let name, let superclass):
            "\(name) inherits from the model \(superclass), but isn't a model; mark it with @Model"
        case .entityWithoutClass(let name):
            "the program has no model class for the entity \(name) of the schema; "
                + "create the schema from classes, as in Schema([\(name).self])"
        case .differingEntity(let model, let property, let detail):
            "the schema doesn't fit \(property.map { "\(model).\($0)" } ?? model): \(detail); "
                + "create the schema from the class, as in Schema([\(model).self])"
        case .duplicateProperty(let model, let property):
            "two properties of \(model) have the column \(property)"
        case .differingProperty(let model, let other, let property):
            "\(model).\(property) and \(other).\(property) share a column, because both models inherit "
                + "from the same model, but they have different types; "
                + "give them the same type, or different names"
        case .reservedName(let model, let property):
            "the name \(property.map { "\(model).\($0)" } ?? model) is reserved; choose another name"
        case .tooManyProperties(let model, let count):
            "\(model) has \(count) properties; the maximum is \(ColumnSet.capacity)"
        case .unsuitableOption(let model, let property, let option):
            "\(model).\(property) can't have the option \(option), which doesn't support its type"
        case .unknownProperty(let model, let property): "\(model) has no property \(property)"
        case .noUniqueKey(let model, let properties):
            "\(properties.joined(separator: ", ")) include no unique key of \(model); "
                + "set all properties of a unique group"
        case .modelInSeveralConfigurations(let name):
            "\(name) is in several configurations; list it in only one"
        case .fileInSeveralConfigurations(let path):
            "\(path) is the file of two configurations; give each its own name or URL"
        case .invalidRelationship(let model, let property, let destination, let reason):
            "the relationship \(model).\(property) to \(destination) \(reason.description)"
        case .cannotMigrate(let path, let model, let property, let reason):
            "\(path) can't be migrated: \(model).\(property) \(reason.description)"
        default: migrationDescription
        }
    }

    private var migrationDescription: String? {
        switch self {
        case .modelNotInPlan(let plan, let model): "no version in \(plan) has the model \(model)"
        case .duplicateSchemaVersion(let plan, let version): "two versions in \(plan) are \(version)"
        case .unknownSchemaVersion(let path, let storeVersion, let plan):
            "\(path) has the schema \(storeVersion), which isn't a version of \(plan)"
        case .missingStage(let path, let fromVersion, let toVersion):
            "\(path) can't be migrated: the plan has no stages from \(fromVersion) to \(toVersion)"
        case .stageFailed(let path, let fromVersion, let toVersion, let reason):
            "\(path) can't be migrated from \(fromVersion) to \(toVersion): \(reason)"
        case .brokenReference(let path, let model, let property, let record):
            "\(path) can't be migrated: \(model) #\(record).\(property) would refer to a missing record"
        case .migrationEnded(let path): "the context belongs to a migration of \(path) that has ended"
        default: nil
        }
    }

    private var saveDescription: String? {
        switch self {
        case .invalidValue(let model, let property, let record, let problem):
            "\(model)\(record.map { " #\($0)" } ?? "").\(property): \(problem.description)"
        case .notUnique(let model, let properties, let values):
            "there is already a \(model) with \(properties.joined(separator: ", ")) = "
                + values.map(\.description).joined(separator: ", ")
        case .saveInProgress: "the context is being saved, and the running save includes all changes"
        case .savingNotAllowed(let configuration): "the configuration \(configuration) doesn't allow saving"
        case .conflict(let model, let record, let properties):
            "another context or process changed \(model) #\(record): \(properties.joined(separator: ", "))"
        case .recordGone(let model, let record): "another context or process deleted \(model) #\(record)"
        case .relatedRecordGone(let model, let property, let record):
            "\(model) #\(record).\(property) refers to an object that another context or process deleted"
        case .deleteDenied(let model, let property, let record):
            "\(model)\(record.map { " #\($0)" } ?? "") can't be deleted "
                + "while it has related objects in \(property)"
        case .missingRelationship(let model, let property, let record, let former):
            "\(model)\(record.map { " #\($0)" } ?? "").\(property) has no object, but isn't optional"
                + (former.map { "; it was removed from \($0.name)" } ?? "")
        case .countOutOfBounds(let model, let property, let record, let count, let minimum, let maximum):
            "\(model)\(record.map { " #\($0)" } ?? "") has \(count) \(property); the minimum is \(minimum)"
                + (maximum.map { ", the maximum is \($0)" } ?? "")
        case .foreignObject(let model):
            "the \(model) belongs to another context, or has outlived its context; "
                + "use this context's object, from existingModel(for:)"
        default: nil
        }
    }

    private var otherDescription: String {
        switch self {
        case .untranslatable(let expression):
            "the predicate can neither be translated to SQL nor be evaluated in memory: \(expression)"
        case .predicateFailed(let model, let record, let reason):
            "the predicate can't be evaluated for \(model)\(record.map { " #\($0)" } ?? ""): \(reason)"
        case .unreadableValue(let model, let property, let record, let problem):
            "\(model) #\(record).\(property) can't be read: \(problem.description)"
        case .invalidDataStore(let store, let model, let problem):
            "the data store \(store), model \(model): \(problem.description)"
        case .transactionOpen: "a transaction is already open"
        case .noTransaction: "no transaction is open"
        case .transactionLost(let path): "a failure ended the transaction in \(path); roll it back"
        case .contentReplaced(let path):
            "the content of \(path) was replaced, for example by a restore, since its records were read"
        case .unsavedChanges: "there are unsaved changes; save them or roll them back first"
        case .undoConflict(let model, let record): "a later transaction changed \(model) #\(record)"
        case .undoAcrossMigration(let transaction):
            "transaction \(transaction) was written with another schema and can't be reversed"
        case .historyTokenExpired(let path, let transaction):
            "some of the history of \(path) after transaction \(transaction) was deleted"
        case .damagedHistory(let path, let transaction):
            "the history of \(path) can't be read at transaction \(transaction)"
        default: "\(self)"
        }
    }
}

extension StoreFileProblem: CustomStringConvertible {
    /// The application id in the headers of this library's stores.
    static let ownApplicationID: Int32 = 0x6D6F_646C

    /// The English end of a sentence that starts with the file's path, such as “is a directory”.
    public var description: String {
        switch self {
        case .notADatabase: "is not a database"
        case .truncated(let expected, let found): "is truncated: it has \(found) of \(expected) bytes"
        case .foreignDatabase(Self.ownApplicationID):
            "has none of this program's models; if a model has another name now, open the store with a migration plan"
        case .foreignDatabase(let id): "is a database of another program (application id \(id))"
        case .isDirectory: "is a directory"
        case .notAFile: "is not a file"
        case .isLink: "is a symbolic link; SQLite doesn't follow links to a store's logs"
        case .replacedInUse: "was written over a store that another process has open"
        case .orphanedLog(let path): "has a log of another store beside it: \(path)"
        }
    }
}

extension MigrationProblem: CustomStringConvertible {
    /// The English end of a sentence that starts with the property's name, such as “is new, but …”.
    public var description: String {
        switch self {
        case .noDefault: "is new, but it isn't optional and has no default value"
        case .missingValues(let records): "has no default value and no value in \(counted(records))"
        case .otherType(let stored, let wanted): "is stored as \(stored), not as \(wanted)"
        case .unconvertibleValues(let count, let example, let type):
            "is of type \(type) now, to which \(count) of its values can't be converted, such as \(example)"
        case .duplicateValues: "is unique now, but some records have the same value"
        case .severalLinks(let records):
            "is now a single object, but there are several in \(counted(records))"
        case .twoNames(let original):
            "has the original name \(original), but the store has values under both names; "
                + "rename the property, or remove its original name"
        case .missingModel(let records):
            "names a class of \(counted(records)) that isn't in the schema; "
                + "keep the class, or delete the records first"
        case .numbersInUse(let records):
            "shares the numbers of \(counted(records)) with its superclass or subclasses"
        }
    }

    private func counted(_ records: Int) -> String { records == 1 ? "1 record" : "\(records) records" }
}

extension PersistentIdentifier {
    /// The model, and the record's number if it has one.
    fileprivate var name: String { entityName + (recordNumber.map { " #\($0)" } ?? "") }
}

extension StoredValue: CustomStringConvertible {
    /// The value in readable form.
    public var description: String {
        switch self {
        case .null: "nil"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): value
        case .blob(let value): "\(value.count) bytes"
        }
    }
}

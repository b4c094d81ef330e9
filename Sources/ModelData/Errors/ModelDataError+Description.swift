import Foundation

extension ModelDataError: CustomStringConvertible, LocalizedError {
    /// The error in English.
    public var description: String {
        switch self {
        case .notAStore(let path, let reason): "\(path) \(reason.description)"
        case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
        case .storeIsNewer(let path, let storeVersion, let ownVersion):
            "\(path) was written by a newer program (schema \(storeVersion), this one has \(ownVersion))"
        case .cannotOpen(let path, let code): "\(path) can't be opened: \(code.message) (\(code.code))"
        case .noPermission(let path): "no permission for \(path)"
        case .alreadyExists(let path): "\(path) exists already"
        case .readOnly(let path): "\(path) is read-only"
        case .diskFull(let path): "no space left for \(path)"
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
        case .unmarkedModel(let name, let superclass):
            "\(name) inherits from the model \(superclass), but is no model; mark it with @Model"
        case .duplicateProperty(let model, let property):
            "two properties of \(model) have the column \(property)"
        case .differingProperty(let model, let other, let property):
            "\(model).\(property) and \(other).\(property) have one column, since both models inherit from one, "
                + "but differ; give them the same type, or different names"
        case .reservedName(let model, let property):
            "the name \(property.map { "\(model).\($0)" } ?? model) is reserved"
        case .tooManyProperties(let model, let count):
            "\(model) has \(count) properties, and \(ColumnSet.capacity) are the most"
        case .unsuitableOption(let model, let property, let option):
            "\(model).\(property) can't be \(option), since its type doesn't fit"
        case .unknownProperty(let model, let property): "\(model) has no property \(property)"
        case .noUniqueKey(let model, let properties):
            "no unique properties of \(model) are set together by \(properties.joined(separator: ", "))"
        case .modelInSeveralConfigurations(let name): "\(name) stands in several configurations"
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
            "\(path) has the schema \(storeVersion), which is none of \(plan)"
        case .missingStage(let path, let fromVersion, let toVersion):
            "\(path) can't be migrated: no stages lead from \(fromVersion) to \(toVersion)"
        case .stageFailed(let path, let fromVersion, let toVersion, let reason):
            "\(path) can't be migrated from \(fromVersion) to \(toVersion): \(reason)"
        case .brokenReference(let path, let model, let property, let record):
            "\(path) can't be migrated: \(model) #\(record).\(property) would refer to a missing record"
        case .migrationEnded(let path): "the migration of \(path) that the context belonged to is over"
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
        case .savingNotAllowed(let configuration): "the configuration \(configuration) doesn't allow saving"
        case .conflict(let model, let record, let properties):
            "\(model) #\(record) was changed elsewhere: \(properties.joined(separator: ", "))"
        case .recordGone(let model, let record): "\(model) #\(record) was deleted elsewhere"
        case .relatedRecordGone(let model, let property, let record):
            "\(model) #\(record).\(property) holds an object that was deleted elsewhere"
        case .deleteDenied(let model, let property, let record):
            "\(model)\(record.map { " #\($0)" } ?? "") can't be deleted while it has \(property)"
        case .missingRelationship(let model, let property, let record):
            "\(model)\(record.map { " #\($0)" } ?? "").\(property) must not be missing"
        case .countOutOfBounds(let model, let property, let record, let count, let minimum, let maximum):
            "\(model)\(record.map { " #\($0)" } ?? "") has \(count) \(property), where at least \(minimum)"
                + (maximum.map { " and at most \($0)" } ?? "") + " must be"
        case .foreignObject(let model): "the \(model) belongs to another context"
        default: nil
        }
    }

    private var otherDescription: String {
        switch self {
        case .untranslatable(let expression): "the predicate can't be evaluated: \(expression)"
        case .unreadableValue(let model, let property, let record, let problem):
            "\(model) #\(record).\(property) can't be read: \(problem.description)"
        case .transactionOpen: "a transaction is already open"
        case .noTransaction: "no transaction is open"
        case .transactionLost(let path): "the transaction in \(path) was ended by a failure"
        case .contentReplaced(let path):
            "another content took the place of that of \(path) since its records were looked at"
        case .unsavedChanges: "there are unsaved changes"
        case .undoConflict(let model, let record): "\(model) #\(record) was changed since"
        case .undoAcrossMigration(let transaction):
            "transaction \(transaction) was written with another schema and can't be reversed"
        case .historyTokenExpired(let path, let transaction):
            "the history of \(path) after transaction \(transaction) was deleted, at least in part"
        case .damagedHistory(let path, let transaction):
            "the history of \(path) can't be read at transaction \(transaction)"
        default: "\(self)"
        }
    }
}

extension StoreFileProblem: CustomStringConvertible {
    /// The problem in English, as the rest of a sentence that starts with the path.
    public var description: String {
        switch self {
        case .notADatabase: "is not a database"
        case .truncated(let expected, let found): "is truncated: \(found) of \(expected) bytes are there"
        case .foreignDatabase(let id): "is a database of another program (application id \(id))"
        case .isDirectory: "is a directory"
        case .notAFile: "is not a file"
        case .isLink: "is a symbolic link, which is not followed beside a store"
        case .replacedInUse: "was written over a store that another program has open"
        case .othersLog(let path): "has the log of another store beside it, \(path)"
        }
    }
}

extension MigrationProblem: CustomStringConvertible {
    /// The problem in English, as the rest of a sentence that starts with the property.
    public var description: String {
        switch self {
        case .noDefault: "is new, not optional, and has no default value"
        case .missingValues(let records): "has no value in \(records) records and no default value"
        case .otherType(let stored, let wanted): "is stored as \(stored), not as \(wanted)"
        case .unfitValues(let count, let example, let type):
            "is \(type) now, which \(count) of its values can't be, such as \(example)"
        case .duplicateValues: "is unique now, but records share values"
        case .severalLinks(let records): "is one object now, but \(records) records have several"
        case .twoNames(let original):
            "has the original name \(original), but the store has values under both names; give it another name, "
                + "or leave the original name out"
        case .missingModel(let records):
            "names the class of \(records) records, which the schema doesn't have; keep it, or delete them first"
        case .numbersInUse(let records):
            "has \(records) values that records of the classes it inherits from, or that inherit from it, have too"
        }
    }
}

extension StoredValue: CustomStringConvertible {
    /// The value as a person reads it.
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

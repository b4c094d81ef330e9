/// An error by the name that it has in SwiftData, for code written for SwiftData.
///
/// ```swift
/// do {
///     books = try context.fetch(descriptor)
/// } catch SwiftDataError.unsupportedPredicate {
///     books = try context.fetch(FetchDescriptor<Book>()).filter(matches)
/// }
/// ```
///
/// ModelData throws ``ModelDataError``, which has the details. A pattern with a constant of this type matches the errors
/// of ``ModelDataError`` that it stands for. Mirrors SwiftData's `SwiftDataError`.
public struct SwiftDataError: Error, Hashable, Sendable {
    private let name: String

    private init(_ name: String) { self.name = name }

    // Errors of fetches.

    /// A predicate, or a part of it, can't be evaluated: ``ModelDataError/untranslatable(expression:)``.
    public static let unsupportedPredicate = SwiftDataError("unsupportedPredicate")
    /// Never thrown: every order is supported.
    public static let unsupportedSortDescriptor = SwiftDataError("unsupportedSortDescriptor")
    /// A key path isn't a property of the model: ``ModelDataError/unknownProperty(model:property:)``.
    public static let unsupportedKeyPath = SwiftDataError("unsupportedKeyPath")
    /// Never thrown: a fetch in batches includes pending changes.
    public static let includePendingChangesWithBatchSize = SwiftDataError(
        "includePendingChangesWithBatchSize")
    /// Never thrown: identifiers can be sorted with pending changes.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
        "sortingPendingChangesWithIdentifiers")
    /// History after a token was deleted: ``ModelDataError/historyTokenExpired(path:transaction:)``.
    public static let historyTokenExpired = SwiftDataError("historyTokenExpired")
    /// A row of the history can't be read: ``ModelDataError/damagedHistory(path:transaction:)``.
    public static let invalidTransactionFetchRequest = SwiftDataError("invalidTransactionFetchRequest")

    // Errors of configurations.

    /// The name of a configuration contains `/` or NUL. Only ``ModelConfiguration/validate()`` throws it.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        "configurationFileNameContainsInvalidCharacters")
    /// The name of a configuration takes more than 255 bytes as a file name. Only ``ModelConfiguration/validate()``
    /// throws it.
    public static let configurationFileNameTooLong = SwiftDataError("configurationFileNameTooLong")
    /// The container's schema lacks a model: ``ModelDataError/unknownModel(name:)``,
    /// ``ModelDataError/classOfOtherVersion(name:expected:)``.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        "configurationSchemaNotFoundInContainerSchema")
    /// A model or a file is in two configurations: ``ModelDataError/modelInSeveralConfigurations(name:)``,
    /// ``ModelDataError/fileInSeveralConfigurations(path:)``.
    public static let duplicateConfiguration = SwiftDataError("duplicateConfiguration")

    // Errors of containers and contexts.

    /// A container can't be created: the store can't be opened or migrated, or the schema is invalid.
    public static let loadIssueModelContainer = SwiftDataError("loadIssueModelContainer")
    /// An object can't be saved as it is: an invalid value, a duplicate, a missing or denied related object.
    public static let modelValidationFailure = SwiftDataError("modelValidationFailure")
    /// The context has ended: ``ModelDataError/migrationEnded(path:)``.
    public static let missingModelContext = SwiftDataError("missingModelContext")

    // Errors of migrations.

    /// A newer version of the program wrote the store: ``ModelDataError/storeIsNewer(path:storeVersion:ownVersion:)``.
    public static let backwardMigration = SwiftDataError("backwardMigration")
    /// The store's schema isn't one of the migration plan's:
    /// ``ModelDataError/unknownSchemaVersion(path:storeVersion:plan:)``.
    public static let unknownSchema = SwiftDataError("unknownSchema")

    /// Returns whether an error is the constant, or a ``ModelDataError`` that the constant stands for.
    ///
    /// - Parameters:
    ///   - pattern: A constant of this type, as in `catch SwiftDataError.unsupportedPredicate`.
    ///   - error: The error to match.
    public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
        switch error {
        case let error as SwiftDataError: error == pattern
        case let error as ModelDataError: error.swiftDataErrors.contains(pattern)
        default: false
        }
    }
}

extension ModelDataError {
    /// The errors of SwiftData that stand for this error; empty if SwiftData has none.
    fileprivate var swiftDataErrors: [SwiftDataError] {
        switch self {
        case .untranslatable, .predicateFailed: [.unsupportedPredicate]
        case .unknownProperty: [.unsupportedKeyPath]
        case .historyTokenExpired: [.historyTokenExpired]
        case .damagedHistory: [.invalidTransactionFetchRequest]
        case .unknownModel, .classOfOtherVersion:
            [.configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer]
        case .modelInSeveralConfigurations, .fileInSeveralConfigurations:
            [.duplicateConfiguration, .loadIssueModelContainer]
        case .storeIsNewer: [.backwardMigration, .loadIssueModelContainer]
        case .unknownSchemaVersion: [.unknownSchema, .loadIssueModelContainer]
        case .notAStore, .damaged, .cannotOpen, .noPermission, .duplicateModel, .unmarkedModel,
            .entityWithoutClass, .differingEntity,
            .duplicateProperty, .differingProperty, .reservedName, .tooManyProperties, .unsuitableOption,
            .invalidRelationship, .cannotMigrate, .modelNotInPlan, .duplicateSchemaVersion, .missingStage,
            .stageFailed, .brokenReference:
            [.loadIssueModelContainer]
        case .invalidValue, .notUnique, .deleteDenied, .missingRelationship, .countOutOfBounds:
            [.modelValidationFailure]
        case .migrationEnded: [.missingModelContext]
        case .readOnly, .diskFull, .locked, .alreadyExists, .inputOutput, .outOfMemory, .sqlite, .noUniqueKey,
            .savingNotAllowed, .conflict, .recordGone, .relatedRecordGone, .foreignObject, .unreadableValue,
            .invalidDataStore, .transactionOpen, .noTransaction, .transactionLost, .contentReplaced,
            .unsavedChanges, .saveInProgress,
            .undoConflict, .undoAcrossMigration:
            []
        }
    }
}

import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance
import Sync

/// A store error, presented in the user's language.
struct StoreProblem: PresentableError {
    let problem: LocalizedText
    let remedy: LocalizedText?
    let failure: FailureKind

    private init(_ problem: LocalizedText, remedy: LocalizedText? = nil, _ failure: FailureKind = .failed) {
        self.problem = problem
        self.remedy = remedy
        self.failure = failure
    }

    /// Translates an error of ModelData, which is written for developers.
    init(_ error: ModelDataError, _ names: ModelNames = ModelNames()) {
        self =
            Self.openingProblem(error, names) ?? Self.accessProblem(error) ?? Self.valueProblem(error, names)
            ?? Self(
                text("The store reported an error: %@.", error.description),
                remedy: text("No saved data is lost."))
    }

    /// Translates an error about the backup that should replace the store; `nil` for other errors.
    ///
    /// - Parameters:
    ///   - error: The error of ModelData.
    ///   - path: The path of the backup.
    ///   - names: The names of the models.
    init?(ofBackup error: ModelDataError, _ path: String, _ names: ModelNames) {
        switch error {
        case .notAStore(path, _), .damaged(path, _), .storeIsNewer(path, _, _), .cannotMigrate(path, _, _, _),
            .unknownSchemaVersion(path, _, _), .missingStage(path, _, _), .stageFailed(path, _, _, _):
            self.init(error, names)
        default: return nil
        }
    }

    /// Translates errors of stores that can't be opened.
    private static func openingProblem(_ error: ModelDataError, _ names: ModelNames) -> StoreProblem? {
        let repair = text(
            "“repair” saves the readable data; “restore” replaces the store with a backup.")
        let elsewhere = text("Choose another store with --store PATH, or put the right file in its place.")
        switch error {
        case .notAStore(let path, let reason):
            return switch reason {
            case .notADatabase:
                Self(text("“%@” is not a store: it isn't a database.", path), remedy: elsewhere, .badData)
            case .truncated(let expected, let found):
                Self(
                    text(
                        "The store “%1$@” is incomplete: it has only %2$lld of %3$lld bytes.", path, found,
                        expected),
                    remedy: repair, .badData)
            case .foreignDatabase:
                Self(text("“%@” is a database of another program.", path), remedy: elsewhere, .badData)
            case .isDirectory:
                Self(
                    text("“%@” is a directory, not a store.", path),
                    remedy: text("Give the path of a file in this directory with --store PATH."),
                    .inputMissing)
            case .notAFile:
                Self(text("“%@” is not a store: it isn't a regular file.", path), remedy: elsewhere, .badData)
            case .isLink:
                Self(
                    text("“%@” is a symbolic link. The program doesn't follow links beside a store.", path),
                    remedy: text("Move the link away and try again. Only the store itself can be a link."),
                    .inputOutput)
            case .orphanedLog(let log):
                Self(
                    text(
                        "“%1$@” seems to be the log of another store. It would overwrite data in “%2$@”.",
                        log, path),
                    remedy: text("Move that file away, keep it, and try again. Nothing was changed."),
                    .badData)
            case .replacedInUse:
                Self(
                    text(
                        "Another file was copied over the store “%@”, which a program still has open.", path),
                    remedy: text(
                        "Copy that file to another place. In the open program, save its data with “export” and exit. Then restore the copy with “restore”."
                    ), .badData)
            }
        case .damaged(let path, let detail):
            // Leave out SQLite's general message for this error, which adds no information.
            let isUsual = detail == "database disk image is malformed"
            return Self(
                isUsual
                    ? text("The store “%@” is damaged.", path)
                    : text("The store “%1$@” is damaged: %2$@.", path, detail),
                remedy: repair, .badData)
        case .storeIsNewer(let path, _, _):
            return Self(
                text("The store “%@” was written by a newer version of this program.", path),
                remedy: text("Use the newer version. The store was not changed."), .badData)
        case .cannotMigrate(let path, let model, let property, let reason):
            return Self(
                text(
                    "The store “%1$@” can't be converted to this version: %2$@ of %3$@ %4$@.", path,
                    names.property(property), names.model(model), reason.description),
                remedy: text("Use the version that wrote it. The store was not changed."), .badData)
        default:
            return nil
        }
    }

    /// Translates errors caused by the system or another process.
    private static func accessProblem(_ error: ModelDataError) -> StoreProblem? {
        switch error {
        case .cannotOpen(let path, let code):
            Self(
                isUnknown(code)
                    ? text("The store “%@” can't be opened.", path)
                    : text("The store “%1$@” can't be opened: %2$@.", path, reasonText(code)),
                remedy: text(
                    "Check that its directory exists and belongs to you, or choose another store with --store PATH."
                ),
                .inputOutput)
        case .noPermission(let path):
            Self(
                text("You have no permission to read or write the store “%@”.", path),
                remedy: text("Give yourself permission, or choose another store with --store PATH."),
                .inputOutput)
        case .readOnly(let path):
            Self(
                text(
                    "The store “%@” can't be written: the file, its directory or its disk is read-only.", path
                ),
                remedy: text("Make it writable, or choose another store with --store PATH."), .inputOutput)
        case .diskFull(let path):
            Self(
                text("The disk is full: nothing more can be saved in “%@”.", path),
                remedy: text("Free some space and try again. No saved data is lost."), .inputOutput)
        case .locked(let path, let seconds):
            Self(
                text("Another process has kept the store “%1$@” locked for %2$lld seconds.", path, seconds),
                remedy: text("Wait until it has finished, and try again."))
        case .inputOutput(let path, let code):
            Self(
                text("The store “%1$@” can't be read or written: %2$@.", path, reasonText(code)),
                remedy: text("Check the disk. No saved data is lost."), .inputOutput)
        case .contentReplaced(let path):
            Self(
                text(
                    "The data in “%@” was replaced by “restore” or “repair” in the meantime. This command changed nothing.",
                    path),
                remedy: text("Look at the data again, and repeat the command if necessary."))
        case .outOfMemory(let path):
            Self(
                text("There is not enough memory to use the store “%@”.", path),
                remedy: text("Close other programs and try again. No saved data is lost."))
        default:
            nil
        }
    }

    /// Returns whether neither the system nor SQLite gives a reason for a failed opening.
    private static func isUnknown(_ code: SQLiteCode) -> Bool {
        code.systemError == 0 && code.code & 0xFF == 14 && code.message == "unable to open database file"
    }

    /// Returns the system's reason in the user's language, or SQLite's message if only SQLite has one.
    private static func reasonText(_ code: SQLiteCode) -> LocalizedText {
        if code.systemError != 0 { return SystemFailure(code.systemError).reason }
        // SQLite often omits the system's error number; its own code for input/output errors is enough.
        let isInputOutput = code.code & 0xFF == 10
        return isInputOutput ? SystemFailure(EIO).reason : .verbatim(code.message)
    }

    /// Returns a phrase for the problem of a value.
    private static func reasonText(_ problem: ValueProblem) -> LocalizedText {
        switch problem {
        case .missing: text("there is none")
        case .unreadable(let content, _): text("it can't be “%@”", content)
        case .missingFile(let path): text("the file “%@” is missing", path)
        case .severalObjects: text("lists of other entries aren't imported")
        case .notANumber, .outOfRange, .unencodable: .verbatim(problem.description)
        }
    }

    /// Translates errors of records and values that can't be read or saved.
    private static func valueProblem(_ error: ModelDataError, _ names: ModelNames) -> StoreProblem? {
        switch error {
        case .unreadableValue(let model, let property, let record, let problem):
            Self(
                text(
                    "%1$@ number %2$@ can't be read: the value of “%3$@” is invalid (%4$@).",
                    names.model(model), String(record), names.property(property), reasonText(problem)),
                remedy: text(
                    "“repair” saves the readable data and lists the unreadable values; “restore” restores a backup."
                ), .badData)
        case .notUnique(let model, let properties, let values):
            Self(
                text(
                    "There is a %1$@ with this %2$@ already: %3$@.", names.model(model),
                    TextArgument.list(properties.map { names.property($0) }),
                    TextArgument.list(values.map { .string($0.description) })),
                remedy: text("Give another value, or change the other entry first."))
        case .conflict(let model, let record, _), .recordGone(let model, let record),
            .relatedRecordGone(let model, _, let record):
            Self(
                text(
                    "%1$@ number %2$@ was changed by another process in the meantime.", names.model(model),
                    String(record)),
                remedy: text("Look at the data again, and repeat the command if necessary."))
        default:
            nil
        }
    }
}

/// The names of a program's models and properties in error messages.
///
/// ```swift
/// ModelNames(["Book": text("Book")], properties: ["title": text("title")])
/// ```
public struct ModelNames: Sendable {
    private let models: [String: LocalizedText]
    private let properties: @Sendable () -> [String: LocalizedText]

    /// Makes names of models and properties. A model or property without a name here is shown by its name in
    /// the code.
    ///
    /// - Parameters:
    ///   - models: The models' names, by the names of their types.
    ///   - properties: The properties' names, by their names in the code. Evaluated only for a message.
    public init(
        _ models: [String: LocalizedText] = [:],
        properties: @autoclosure @escaping @Sendable () -> [String: LocalizedText] = [:]
    ) {
        self.models = models
        self.properties = properties
    }

    /// Returns the name of a store's table: a model, or the links of a relationship.
    func label(_ name: String) -> LocalizedText { models[name] ?? links(name) ?? .verbatim(name) }

    /// Returns the name of a table with the links of a relationship, which is named for the model and its
    /// property; `nil` for another table.
    func links(_ name: String) -> LocalizedText? {
        let parts = name.split(separator: "_", maxSplits: 1).map(String.init)
        guard models[name] == nil, parts.count == 2, models[parts[0]] != nil else { return nil }
        return text("%1$@: %2$@", model(parts[0]), property(parts[1]))
    }

    func model(_ name: String) -> TextArgument { models[name].map { .text($0) } ?? .string(name) }

    /// Returns a property's name as a label.
    func label(ofProperty name: String) -> LocalizedText { properties()[name] ?? .verbatim(name) }

    func hasProperty(_ name: String) -> Bool { properties()[name] != nil }

    func property(_ name: String) -> TextArgument { properties()[name].map { .text($0) } ?? .string(name) }
}

/// Translates errors that are written for developers.
public enum SuiteErrors {
    /// Returns the presentable form of an error; `nil` if ProgramKit has none.
    public static func describe(_ error: any Error) -> (any PresentableError)? {
        describe(error, ModelNames())
    }

    /// Returns the presentable form of an error; `nil` if ProgramKit has none.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - names: The names of the program's models and properties.
    public static func describe(_ error: any Error, _ names: ModelNames) -> (any PresentableError)? {
        switch error {
        case let error as any PresentableError: error
        case let error as ModelDataError:
            (OverwrittenHeaderError(error) as (any PresentableError)?) ?? StoreProblem(error, names)
        case let error as SyncError: SyncProblem(error)
        default: nil
        }
    }
}

/// The error of a store whose first page was overwritten. The first page identifies the file as a store.
/// Without it, the file looks like a file of another program, and opening it fails. `repair` can recover the
/// other pages.
struct OverwrittenHeaderError: PresentableError {
    let path: String
    /// Whether the file is still a database, although its header names another program.
    private let isDatabase: Bool

    /// Makes the error; `nil` if the error has another cause, or if the file was never a store.
    init?(_ error: ModelDataError) {
        guard case .notAStore(let path, let reason) = error else { return nil }
        let maintainer = StoreMaintainer(url: URL(fileURLWithPath: path), for: Schema([]))
        switch reason {
        case .notADatabase where maintainer.hasStorePages: isDatabase = false
        case .foreignDatabase(let id) where maintainer.isOwnStore(applicationID: id): isDatabase = true
        default: return nil
        }
        self.path = path
    }

    var problem: LocalizedText {
        isDatabase
            ? text("The store “%@” is damaged.", path)
            : text("The store “%@” is damaged: its beginning can't be read.", path)
    }
    var remedy: LocalizedText? {
        text("“repair” saves the readable data; “restore” replaces the store with a backup.")
    }
    var failure: FailureKind { .badData }
}

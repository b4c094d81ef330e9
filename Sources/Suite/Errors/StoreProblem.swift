import Foundation
import Localization
import ModelData
import Shell
import Sync

/// An error of the store in the user's words.
struct StoreProblem: PresentableError {
    let problem: LocalizedText
    let remedy: LocalizedText?
    let failure: FailureKind

    private init(_ problem: LocalizedText, remedy: LocalizedText? = nil, _ failure: FailureKind = .failed) {
        self.problem = problem
        self.remedy = remedy
        self.failure = failure
    }

    /// Puts ModelData's errors, which are for developers, into words for people.
    init(_ error: ModelDataError, _ names: ModelNames = ModelNames()) {
        self =
            Self.opening(error, names) ?? Self.using(error) ?? Self.values(error, names)
            ?? Self(
                text("The store reported an error: %@.", error.description),
                remedy: text("Nothing that was saved is lost."))
    }

    /// The error of a file that was to take the store's place; `nil` where the error is about another file.
    init?(refusing error: ModelDataError, _ path: String, _ names: ModelNames) {
        switch error {
        case .notAStore(path, _), .damaged(path, _), .storeIsNewer(path, _, _), .cannotMigrate(path, _, _, _),
            .unknownSchemaVersion(path, _, _), .missingStage(path, _, _), .stageFailed(path, _, _, _):
            self.init(error, names)
        default: return nil
        }
    }

    /// Stores that can't be opened.
    private static func opening(_ error: ModelDataError, _ names: ModelNames) -> StoreProblem? {
        let repair = text(
            "“repair” saves what can be read of it, and “restore” puts a backup in its place.")
        let elsewhere = text("Choose another store with --store PATH, or put the right file in its place.")
        switch error {
        case .notAStore(let path, let reason):
            return switch reason {
            case .notADatabase:
                Self(text("“%@” is not a store: it is no database.", path), remedy: elsewhere, .badData)
            case .truncated(let expected, let found):
                Self(
                    text(
                        "The store “%1$@” is cut off: %2$lld of %3$lld bytes are there.", path, found,
                        expected),
                    remedy: repair, .badData)
            case .foreignDatabase:
                Self(text("“%@” is a database of another program.", path), remedy: elsewhere, .badData)
            case .isDirectory:
                Self(
                    text("“%@” is a directory, not a store.", path),
                    remedy: text("Give the path of a file in it with --store PATH."), .inputMissing)
            case .notAFile:
                Self(text("“%@” is not a store: it is no ordinary file.", path), remedy: elsewhere, .badData)
            case .isLink:
                Self(
                    text("“%@” is a symbolic link, and beside a store none is followed.", path),
                    remedy: text("Move the link away and try again. The store itself may be a link."),
                    .inputOutput)
            case .othersLog(let log):
                Self(
                    text(
                        "“%1$@” seems to be left by another store, and would be written over “%2$@”, which has none.",
                        log, path),
                    remedy: text("Move it away, keep it, and try again; nothing was changed."), .badData)
            case .replacedInUse:
                Self(
                    text("Another file was copied over the store “%@” while a program has it open.", path),
                    remedy: text(
                        "Copy that file to another place, “export” what the open program has, end it, and put the copy in the store's place with “restore”."
                    ), .badData)
            }
        case .damaged(let path, let detail):
            // What SQLite says of any damage says nothing more.
            let isUsual = detail == "database disk image is malformed"
            return Self(
                isUsual
                    ? text("The store “%@” is damaged.", path)
                    : text("The store “%1$@” is damaged: %2$@.", path, detail),
                remedy: repair, .badData)
        case .storeIsNewer(let path, _, _):
            return Self(
                text("The store “%@” was written by a newer version of this program.", path),
                remedy: text("Use the newer version. The store was left as it is."), .badData)
        case .cannotMigrate(let path, let model, let property, let reason):
            return Self(
                text(
                    "The store “%1$@” can't be brought to this version: %2$@ of %3$@ %4$@.", path,
                    names.property(property), names.model(model), reason.description),
                remedy: text("Use the version that wrote it. The store was left as it is."), .badData)
        default:
            return nil
        }
    }

    /// The system or another process stands in the way.
    private static func using(_ error: ModelDataError) -> StoreProblem? {
        switch error {
        case .cannotOpen(let path, let code):
            Self(
                isUnknown(code)
                    ? text("The store “%@” can't be opened.", path)
                    : text("The store “%1$@” can't be opened: %2$@.", path, words(code)),
                remedy: text(
                    "Check that its directory exists and is yours, or choose another store with --store PATH."
                ),
                .inputOutput)
        case .noPermission(let path):
            Self(
                text("There is no permission to read or write the store “%@”.", path),
                remedy: text("Make it yours, or choose another store with --store PATH."), .inputOutput)
        case .readOnly(let path):
            Self(
                text("The store “%@” can't be written: it, its directory or its disk is read-only.", path),
                remedy: text("Make it writable, or choose another store with --store PATH."), .inputOutput)
        case .diskFull(let path):
            Self(
                text("The disk is full: nothing more can be saved in “%@”.", path),
                remedy: text("Free some space and try again. Nothing that was saved is lost."), .inputOutput)
        case .locked(let path, let seconds):
            Self(
                text("Another process has kept the store “%1$@” locked for %2$lld seconds.", path, seconds),
                remedy: text("Wait until it has finished, and try again."))
        case .inputOutput(let path, let code):
            Self(
                text("The store “%1$@” can't be read or written: %2$@.", path, words(code)),
                remedy: text("Check the disk. Nothing that was saved is lost."), .inputOutput)
        case .contentReplaced(let path):
            Self(
                text("A backup or a repair replaced the data in “%@” meanwhile: nothing was changed.", path),
                remedy: text("Look at it again, and repeat the command if it is still wanted."))
        case .outOfMemory(let path):
            Self(
                text("There is not enough memory to go on with the store “%@”.", path),
                remedy: text("End other programs and try again. Nothing that was saved is lost."))
        default:
            nil
        }
    }

    /// Whether nobody says why a file couldn't be opened.
    private static func isUnknown(_ code: SQLiteCode) -> Bool {
        code.systemError == 0 && code.code & 0xFF == 14 && code.message == "unable to open database file"
    }

    /// Why the system failed: in the user's words, or in SQLite's where it is SQLite alone that knows.
    private static func words(_ code: SQLiteCode) -> LocalizedText {
        if code.systemError != 0 { return SystemFailure(code.systemError).reason }
        // SQLite often keeps the system's number to itself; its own code says as much.
        let isInputOutput = code.code & 0xFF == 10
        return isInputOutput ? SystemFailure(EIO).reason : .verbatim(code.message)
    }

    /// What is wrong with a value.
    private static func words(_ problem: ValueProblem) -> LocalizedText {
        switch problem {
        case .missing: text("there is none")
        case .unreadable(let content, _): text("it can't be “%@”", content)
        case .missingFile(let path): text("the file “%@” is missing", path)
        case .severalObjects: text("lists of other entries aren't imported")
        case .notANumber, .outOfRange, .unencodable: .verbatim(problem.description)
        }
    }

    /// Records and values that can't be read or saved.
    private static func values(_ error: ModelDataError, _ names: ModelNames) -> StoreProblem? {
        switch error {
        case .unreadableValue(let model, let property, let record, let problem):
            Self(
                text(
                    "%1$@ number %2$@ can't be read: its value of “%3$@” is broken (%4$@).",
                    names.model(model), String(record), names.property(property), words(problem)),
                remedy: text(
                    "“repair” saves what can be read, and says which values can't be; “restore” puts a backup in place."
                ), .badData)
        case .notUnique(let model, let properties, let values):
            Self(
                text(
                    "There is a %1$@ with this %2$@ already: %3$@.", names.model(model),
                    TextArgument.list(properties.map { names.property($0) }),
                    TextArgument.list(values.map { .string($0.description) })),
                remedy: text("Give another value, or change the other one first."))
        case .conflict(let model, let record, _), .recordGone(let model, let record),
            .relatedRecordGone(let model, _, let record):
            Self(
                text(
                    "%1$@ number %2$@ was changed by another process meanwhile.", names.model(model),
                    String(record)),
                remedy: text("Look at it again, and repeat the command if it is still wanted."))
        default:
            nil
        }
    }
}

/// What the models of a program and their properties are called in errors of the store.
///
/// ```swift
/// ModelNames(["Book": text("Book")], properties: ["title": text("title")])
/// ```
public struct ModelNames: Sendable {
    private let models: [String: LocalizedText]
    private let properties: [String: LocalizedText]

    /// Names models and properties; those that aren't named are called what the code calls them.
    public init(_ models: [String: LocalizedText] = [:], properties: [String: LocalizedText] = [:]) {
        self.models = models
        self.properties = properties
    }

    /// What a table of the store is called, as a text of its own: a model, or the links from one model to others.
    func label(_ name: String) -> LocalizedText { models[name] ?? links(name) ?? .verbatim(name) }

    /// What the links from one model to others are called, which are in a table that is named for the model and its
    /// property; `nil` where the table is another one.
    func links(_ name: String) -> LocalizedText? {
        let parts = name.split(separator: "_", maxSplits: 1).map(String.init)
        guard models[name] == nil, parts.count == 2, models[parts[0]] != nil else { return nil }
        return text("%1$@: %2$@", model(parts[0]), property(parts[1]))
    }

    func model(_ name: String) -> TextArgument { models[name].map { .text($0) } ?? .string(name) }

    /// What a property is called, as a label.
    func label(ofProperty name: String) -> LocalizedText { properties[name] ?? .verbatim(name) }

    func property(_ name: String) -> TextArgument { properties[name].map { .text($0) } ?? .string(name) }
}

/// Puts errors that aren't written for people into the user's words.
public enum SuiteErrors {
    /// The error for people; `nil` where the suite has no words for it.
    public static func describe(_ error: any Error) -> (any PresentableError)? {
        describe(error, ModelNames())
    }

    /// The error for people, with a program's names of its models; `nil` where the suite has no words for it.
    public static func describe(_ error: any Error, _ names: ModelNames) -> (any PresentableError)? {
        switch error {
        case let error as any PresentableError: error
        case let error as ModelDataError:
            (HeadlessStore(error) as (any PresentableError)?) ?? StoreProblem(error, names)
        case let error as SyncError: SyncProblem(error)
        default: nil
        }
    }
}

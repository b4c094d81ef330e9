import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `restore`: puts a backup in the place of the store, and keeps what was there.
public struct RestoreCommand<Session: StoreSession>: Command {
    private let file = Parameter.optional(
        "backup", .path,
        help: text(
            "A file, or the number of a backup that was made by itself; without one, these are listed."))
    private let yes = Parameter.flag("yes", help: text("Don't ask."))

    /// How it is called.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "restore", group: .files, summary: text("Puts a backup in the place of the data, after asking."),
            discussion: [
                text(
                    "The backup is checked before anything is replaced, and what was there is kept as a backup."
                ),
                text(
                    "Before a new version changes the store, and before “restore”, a backup is made by itself."
                ),
                text(
                    "Of these, the five latest are kept, and the one that “restore” puts back. What an earlier “restore” put there goes first, where nobody has changed it and the file that it was restored from still holds the same."
                ),
            ],
            parameters: [file.declaration, yes.declaration],
            examples: ["restore", "restore 1", "restore /media/usb/copy.store --yes"], changesData: true,
            isForCare: true)
    }

    /// Lists the backups, or restores one.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let care = try session.care
        guard let named = try invocation[file] else { return Self.list(care.copies(), session).asAnswer }
        try FileError.refuseDash(named, .neither)
        let url = try Self.place(of: named, care, session)
        try session.requireReplaceable()
        if try !invocation[yes] {
            guard session.interaction.isInteractive else {
                throw CareError.needsConfirmation(command: "restore")
            }
            // Nobody is asked about a file that can't be restored.
            try Self.refusing(url, named, session) { try care.checkCopy(at: url) }
            let question = text("Replace all data by “%@”? What is there now is kept as a backup.", named)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was replaced."))
            }
        }
        let (kept, isSynchronized) = try Self.refusing(url, named, session) {
            try SyncTracking.restore(url, with: care)
        }
        session.end()
        var blocks = [Block.message(text("Restored “%@”.", named))]
        if let kept {
            blocks.append(.message(text("What was there before is kept as “%@”.", kept.lastPathComponent)))
        }
        blocks += care.warnings()
        if isSynchronized, !session.synchronizing.isEmpty {
            blocks.append(
                .warning(
                    text(
                        "What was synchronized since this backup was made comes back with the next “sync”; “sync off” before it prevents that."
                    )))
        }
        return Output(
            blocks,
            data: [
                .record(
                    Record(fields: [
                        .init("restored", text("File"), .text(url.path)),
                        .init("kept", text("Kept"), .text(kept?.path)),
                    ]))
            ])
    }

    /// Puts what makes a file no copy of the store into words that say so.
    private static func refusing<Result>(
        _ url: URL, _ named: String, _ session: Session, _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try work()
        } catch ModelDataError.alreadyExists(url.path) {
            throw CareError.isTheStore(path: named)
        } catch let error as ModelDataError {
            guard let problem = StoreProblem(refusing: error, url.path, session.modelNames) else {
                throw error
            }
            throw CareError.unusable(problem.problem)
        }
    }

    /// The file that is meant: a number of the list, a path, or the name of one beside the store.
    private static func place(of named: String, _ care: StoreCare, _ session: Session) throws -> URL {
        let path = session.absolutePath(named)
        if FileManager.default.fileExists(atPath: path) { return URL(fileURLWithPath: path) }
        let copies = care.copies()
        if let number = Int(named) {
            guard copies.indices.contains(number - 1) else { throw CareError.noSuchCopy(number: number) }
            return copies[number - 1].url
        }
        if let copy = copies.first(where: { $0.url.lastPathComponent == named }) { return copy.url }
        throw FileError.missing(path: named)
    }

    private static func list(_ copies: [StoreCopy], _ session: Session) -> Output {
        let table = Table(
            "backups",
            columns: [
                .init("number", text("#"), alignsRight: true, spokenTitle: text("Number")),
                .init("made", text("Made"), priority: 9), .init("before", text("Before"), priority: 8),
                .init("bytes", text("Bytes"), alignsRight: true, priority: 7),
                .init("file", text("File"), wraps: true),
            ],
            rows: copies.enumerated().map { index, copy in
                let reason =
                    switch copy.reason {
                    case .migration: text("a new version")
                    case .restore: text("“restore”")
                    }
                return [
                    .identifier(index + 1),
                    Cell(
                        .string(copy.date.formatted(.iso8601)),
                        .instant(copy.date, session.surroundings.timeZone)),
                    Cell(.string(copy.reason.rawValue), .text(reason)), .number(copy.size),
                    .text(copy.url.lastPathComponent),
                ]
            }, count: text("%lld backups", copies.count))
        if copies.isEmpty {
            return Output(
                [.message(text("No backup was made by itself yet. “restore FILE” puts back one of yours."))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}

import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `sync-file`: keeps a todo.txt and the issues in step, in both directions.
struct SyncFileCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The todo.txt. It is created if it doesn't exist."),
        question: text("Which file"))
    static let deleteMissing = Parameter.flag(
        "delete-missing", help: text("Delete the issues whose lines were removed from the file."))

    let declaration = CommandDeclaration(
        "sync-file", group: .files,
        summary: text("Keeps a todo.txt and the issues in step, in both directions."),
        discussion: [
            text(
                "The first run adds an id: to each line, by which portfolio recognizes the issue, and lines for the other open issues. Each later run takes over what changed in the file and in portfolio since the last one."
            ),
            text(
                "If both changed the same field of an issue, portfolio's value stays, and that of the file becomes a note of the issue."
            ),
            text(
                "Conflict copies of Syncthing beside the file are read, too, and never deleted. “undo” undoes the changes in portfolio."
            ),
        ],
        parameters: [file.declaration, deleteMissing.declaration, ImportParameters.dryRun.declaration],
        examples: [
            .verbatim("sync-file todo.txt --dry-run"), .verbatim("sync-file todo.txt"),
            .verbatim("sync-file todo.txt --delete-missing"),
        ], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let path = try invocation[Self.file]
        guard IssueFormat(path: path) == .todo else {
            throw FileError.unknownFormat(path: path, known: [".txt"])
        }
        let isDryRun = try invocation[ImportParameters.dryRun]
        // Replacing a symbolic link would separate the file from the folder that another program synchronizes.
        let file = URL(fileURLWithPath: session.absolutePath(path)).resolvingSymlinksInPath().path
        var deleting: Set<UUID> = []
        if try invocation[Self.deleteMissing], !isDryRun {
            // Ask before the run: no other process can write while the transaction is open.
            let trial = try await synchronize(file, path, isDryRun: true, deleting: [], session)
            if try await mayDelete(trial, invocation, session) { deleting = trial.missingIssues }
        }
        let result = try await synchronize(file, path, isDryRun: isDryRun, deleting: deleting, session)
        return output(result, path: path, isDryRun: isDryRun)
    }

    /// Merges the file with the store, in one transaction.
    ///
    /// - Parameters:
    ///   - file: The absolute path.
    ///   - path: The path that the user typed.
    ///   - isDryRun: Whether nothing changes.
    ///   - deleting: The issues that are deleted if their lines were removed.
    private func synchronize(
        _ file: String, _ path: String, isDryRun: Bool, deleting: Set<UUID>, _ session: PortfolioSession
    ) async throws -> FileSync.Result {
        try await session.performImport(
            isDryRun: isDryRun, label: { _ in text("Synchronized “%@”.", path) },
            {
                let text = try Self.content(of: file, shown: path, in: session)
                var sync = FileSync(file, in: session)
                try await sync.merge(text, copies: Self.copies(of: file, in: session), deleting: deleting)
                try await session.context.whenUnlocked { try session.context.save() }
                if let content = sync.result.content, !isDryRun {
                    guard try Self.content(of: file, shown: path, in: session) == text else {
                        throw FileSyncError.changedMeanwhile(path: path)
                    }
                    let mode = try? FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
                    try session.write(content, to: file, replacing: true)
                    if let mode {
                        try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                    }
                }
                return sync.result
            })
    }

    /// Returns the content of a file; `nil` if it doesn't exist.
    private static func content(
        of file: String, shown path: String, in session: PortfolioSession
    ) throws -> String? {
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        let bytes = try session.inputFile(file).readToEnd()
        guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError.notUTF8(path: path) }
        return text
    }

    /// Returns the names and contents of the conflict copies beside a file, in the order of their names.
    private static func copies(
        of file: String, in session: PortfolioSession
    ) throws -> [(name: String, text: String)] {
        let prefix = FileSync.copyPrefix(of: file)
        let folder = (file as NSString).deletingLastPathComponent
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try names.compactMap { name in
            let path = (folder as NSString).appendingPathComponent(name)
            guard path.hasPrefix(prefix), IssueFormat(path: path) == .todo else { return nil }
            return try content(of: path, shown: path, in: session).map { (name, $0) }
        }
    }

    /// Asks before issues are deleted if that is the larger part of the file: it may be damaged.
    private func mayDelete(
        _ trial: FileSync.Result, _ invocation: Invocation, _ session: PortfolioSession
    ) async throws -> Bool {
        let count = trial.missing.count
        if count < 10 || count * 2 <= trial.formerLines { return true }
        return try await session.interaction.confirm(
            text(
                "More than half of the lines were removed from the file. Delete their issues: %@?",
                PortfolioSession.names(trial.missing)), for: invocation)
    }

    private func output(_ result: FileSync.Result, path: String, isDryRun: Bool) -> Output {
        var blocks: [Block] = []
        if isDryRun { blocks.append(.message(text("Without --dry-run, this happens:"))) }
        if result.isFirst, result.marked > 0 {
            blocks.append(
                .message(
                    text("Each line of “%@” gets an id:, by which portfolio recognizes its issue.", path)))
        }
        func add(_ titles: [String], _ message: (TextArgument) -> LocalizedText) {
            if !titles.isEmpty { blocks.append(.message(message(PortfolioSession.names(titles)))) }
        }
        add(result.added) { text("Added to portfolio: %@.", $0) }
        add(result.changed) { text("Changed in portfolio: %@.", $0) }
        add(result.deleted) { text("Deleted in portfolio: %@.", $0) }
        add(result.newLines) { text("Added to the file: %@.", $0) }
        add(result.changedLines) { text("Changed in the file: %@.", $0) }
        add(result.removedLines) { text("Removed from the file: %@.", $0) }
        if result.isEmpty { blocks.append(.message(text("“%@” and portfolio agree.", path))) }
        for name in result.copies {
            blocks.append(.message(text("The conflict copy “%@” was read. You can delete it.", name)))
        }
        blocks += result.conflicts.map { .warning($0) }
        if !result.missing.isEmpty {
            blocks.append(
                .warning(
                    text(
                        "Lines were removed from the file, but their issues stay: %@. “sync-file --delete-missing” deletes them.",
                        PortfolioSession.names(result.missing))))
        }
        if !result.skipped.isEmpty {
            let numbers = result.skipped.prefix(ImportReport.maximumListed).map { String($0) }
            let rest = result.skipped.count > numbers.count ? ["…"] : []
            blocks.append(
                .warning(
                    text(
                        "Lines that aren't issues stay as they are: %@.",
                        TextArgument.list((numbers + rest).map { .string($0) }))))
        }
        let count = { (label: LocalizedText, key: String, titles: [String]) in
            Record.Field.init(key, label, .number(titles.count))
        }
        return Output(
            blocks,
            data: [
                .record(
                    Record(fields: [
                        .init("path", text("File"), .text(path)),
                        count(text("Added"), "added", result.added),
                        count(text("Changed"), "changed", result.changed),
                        count(text("Deleted"), "deleted", result.deleted),
                        count(text("Added lines"), "addedLines", result.newLines),
                        count(text("Changed lines"), "changedLines", result.changedLines),
                        count(text("Removed lines"), "removedLines", result.removedLines),
                        .init("markedLines", text("Lines with a new id:"), .number(result.marked)),
                        .init("conflicts", text("Conflicts"), .number(result.conflicts.count)),
                        .init("missing", text("Missing lines"), Cell(.texts(result.missing), .empty)),
                        .init("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty)),
                    ]))
            ])
    }
}

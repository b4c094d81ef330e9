import Localization
import ModelData
import ProgramKit
import Shell

/// Edits an issue's content line by line. The content is saved some seconds after the user typed the last
/// line, and at the end of the edit.
@MainActor
final class ContentEdit {
    /// The number of seconds between the last line and the automatic save.
    static let delay = 3.0

    private let issue: Issue
    private let title: String
    private let session: PortfolioSession
    /// The content that was last read from the store or written to it.
    private var known: String
    /// The content before the edit.
    private let initial: String
    /// The typed lines that aren't saved yet.
    private var unsaved: [String] = []
    /// Whether the next save replaces the content. Otherwise, it appends the lines, also to those of another process.
    private var replaces: Bool
    /// The number of typed lines.
    private(set) var lines = 0
    /// The error of the last automatic save. If the next save fails with the same error, the error isn't
    /// shown again.
    private(set) var failure: (any Error)?

    /// Begins an edit.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - session: The session.
    ///   - replacing: Whether the lines replace the content. Otherwise they are appended to it.
    init(_ issue: Issue, in session: PortfolioSession, replacing: Bool) {
        self.issue = issue
        self.session = session
        title = issue.title
        known = issue.content
        initial = issue.content
        replaces = replacing
    }

    /// Returns a content with the unsaved lines. Empty lines at its beginning are left out.
    private func written(to content: String) -> String {
        let content = replaces ? "" : content
        let lines = content.isEmpty ? Array(unsaved.drop(while: \.isEmpty)) : [content] + unsaved
        return lines.joined(separator: "\n")
    }

    /// Discards the typed lines. If some of them were saved already, restores the content, and keeps what another
    /// process wrote.
    ///
    /// - Throws: The errors of the save.
    func discard() async throws {
        session.timer.cancel()
        unsaved = []
        guard known != initial else { return }
        _ = try await session.context.whenUnlocked {
            try write { content in
                guard content.hasPrefix(known) else { return content }
                let rest = content.dropFirst(known.count)
                return initial + (initial.isEmpty ? rest.drop(while: \.isNewline) : rest)
            }
        }
    }

    /// Appends a line, and schedules an automatic save.
    ///
    /// - Throws: `ValueError` if the line isn't allowed.
    func add(_ line: String) throws {
        unsaved.append(try CheckedText.content(line))
        do {
            _ = try CheckedText.content(written(to: known))
        } catch {
            unsaved.removeLast()
            throw error
        }
        lines += 1
        scheduleAutosave()
    }

    private func scheduleAutosave() {
        session.timer.schedule(after: Self.delay) { [weak self] in self?.autosave() }
    }

    /// Saves unsaved lines.
    ///
    /// - Returns: Warnings about changes by other processes.
    /// - Throws: ``DeletedMeanwhileError``, and the errors of the save.
    func save() throws -> [Block] {
        session.timer.cancel()
        if unsaved.isEmpty { return [] }
        let blocks = try write { try CheckedText.content(written(to: $0)) }
        (unsaved, replaces) = ([], false)
        failure = nil
        return blocks
    }

    /// Changes the content as it is in the store.
    private func write(_ change: (String) throws -> String) throws -> [Block] {
        try session.refreshFromStore()
        guard !issue.isDeleted, issue.modelContext != nil else { throw DeletedMeanwhileError(title: title) }
        var blocks: [Block] = []
        if replaces, issue.content != known { blocks.append(session.replacedChange(of: issue, ["content"])) }
        let text = try change(issue.content)
        do {
            issue.content = text
            session.context.transactionNote = CommandLabel.note(Self.label(issue))
            blocks += try session.save()
        } catch {
            // Another attempt begins with the stored content.
            session.context.rollback()
            throw error
        }
        try session.checkFile()
        known = text
        return blocks
    }

    /// Saves unsaved lines at the end of the edit. If that fails, the text is kept in a draft for the user.
    ///
    /// - Returns: Warnings about changes by other processes.
    /// - Throws: The errors of ``save()``.
    func finish() async throws -> [Block] {
        session.timer.cancel()
        if unsaved.isEmpty { return [] }
        do {
            return try await session.context.whenUnlocked { try save() }
        } catch {
            keepText()
            throw error
        }
    }

    private func keepText() {
        do {
            try session.interaction.keep(written(to: known))
        } catch {
            show(error)
        }
    }

    /// Returns the change's label in the history.
    static func label(_ issue: Issue) -> LocalizedText {
        Portfolio.text("Changed the content of “%@”.", issue.title)
    }

    /// Saves without waiting for a lock, because the user may be typing. If another process has locked the
    /// store, tries again later.
    private func autosave() {
        let before = session.context.lockTimeout
        session.context.lockTimeout = 0
        defer { session.context.lockTimeout = before }
        do {
            let blocks = try save()
            if !blocks.isEmpty { session.interaction.say(Output(blocks)) }
        } catch ModelDataError.locked {
            session.context.rollback()
            scheduleAutosave()
        } catch {
            session.context.rollback()
            if failure == nil { show(error) }
            failure = error
        }
    }

    private func show(_ error: any Error) {
        session.interaction.show(SuiteErrors.describe(error, session.names) ?? UnexpectedError(error))
    }
}

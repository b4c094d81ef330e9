import Localization
import ModelData
import Shell
import Suite

/// The editing of an issue's content, line by line: saved some seconds after the last line, and at its end.
@MainActor
final class ContentEdit {
    /// How many seconds after the last line it is saved.
    static let delay = 3.0

    private let issue: Issue
    private let title: String
    private let session: PortfolioSession
    /// The content as it was last read from the store, or written to it.
    private var known: String
    private var text: String
    /// Whether there are lines that aren't saved.
    private var hasUnsaved = false
    /// How many lines were typed.
    private(set) var lines = 0
    /// What the save meant to happen in a while ran into. It is shown once, however often it happens.
    private(set) var failure: (any Error)?

    /// Begins to edit.
    ///
    /// - Parameter replacing: Whether the lines take the place of the content, instead of going on with it.
    init(_ issue: Issue, in session: PortfolioSession, replacing: Bool) {
        self.issue = issue
        self.session = session
        title = issue.title
        known = issue.content
        text = replacing ? "" : issue.content
    }

    /// Takes a line, and saves it in a while unless another one follows.
    ///
    /// - Throws: ``ValueError`` where the line can't be taken.
    func add(_ line: String) throws {
        let added = text.isEmpty ? line : "\(text)\n\(line)"
        text = try CheckedText.content(added)
        lines += 1
        hasUnsaved = true
        session.timer.schedule(after: Self.delay) { [weak self] in self?.saveInPassing() }
    }

    /// Saves what isn't saved yet.
    ///
    /// - Returns: What there is to say of it.
    /// - Throws: ``IssueError/deletedMeanwhile(title:)``, and what saving throws.
    func save() throws -> [Block] {
        session.timer.cancel()
        guard hasUnsaved else { return [] }
        try session.followStore()
        guard !issue.isDeleted, issue.modelContext != nil else {
            throw IssueError.deletedMeanwhile(title: title)
        }
        var blocks: [Block] = []
        if issue.content != known {
            blocks.append(
                .warning(
                    Portfolio.text(
                        "Another process had changed “%1$@” meanwhile: %2$@. The later change, this one, counts.",
                        issue.title, TextArgument.list([.text(Portfolio.text("Content"))]))))
        }
        issue.content = text
        session.context.transactionNote = CommandLabel.note(Self.label(issue))
        blocks += try session.saveTellingConflicts()
        try session.checkFile()
        known = text
        hasUnsaved = false
        failure = nil
        return blocks
    }

    /// Saves what isn't saved yet, at the end of the typing. Where that fails, the text is kept for the person.
    ///
    /// - Returns: What there is to say of it.
    /// - Throws: What ``save()`` throws.
    func finish() throws -> [Block] {
        do {
            return try save()
        } catch {
            keepText()
            throw error
        }
    }

    private func keepText() {
        do {
            try session.interaction.keep(text)
        } catch {
            show(error)
        }
    }

    /// What the history says of the change.
    static func label(_ issue: Issue) -> LocalizedText {
        Portfolio.text("Wrote the content of “%@”.", issue.title)
    }

    private func saveInPassing() {
        do {
            let blocks = try save()
            if !blocks.isEmpty { session.interaction.say(Output(blocks)) }
        } catch {
            session.context.rollback()
            if failure == nil { show(error) }
            failure = error
        }
    }

    private func show(_ error: any Error) {
        session.interaction.show(
            SuiteErrors.describe(error, PortfolioSession.names) ?? UnexpectedError(error))
    }
}

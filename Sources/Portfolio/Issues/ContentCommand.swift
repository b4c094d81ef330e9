import Foundation
import Localization
import ProgramKit
import Shell

/// `content`: sets an issue's content, from typed lines, an editor, a file or an option.
struct ContentCommand: Command {
    static let words = Parameter.words(
        "words", ValueType<String>.nonBlank.completed(from: IssueCompletions.issues),
        placeholder: text("[ISSUE] [TEXT]"),
        help: text(
            "A text to append. If no issue is open, or for another issue, its number comes first, such as #12."
        ))
    static let given = Parameter.option(
        "text", .content, help: text("The new content. It replaces the previous content."))
    static let file = Parameter.option("file", .path, help: text("A file with the new content."))
    static let editor = Parameter.flag("editor", help: text("Edit the content in $VISUAL or $EDITOR."))
    static let replace = Parameter.flag(
        "replace",
        help: text("Replace the content with the text. Default: append the text to the content."))

    let declaration = CommandDeclaration(
        "content", group: .changes, summary: text("Changes the content of an issue."),
        discussion: [
            text(
                "Without options, you type the content line by line. A line with a single dot, or Ctrl-D, ends it; Ctrl-C discards the typed lines. The program saves it three seconds after the last line, at its end, and when the program exits. Two dots at the beginning of a line stand for one dot."
            ),
            IssueArguments.textRule,
            text("With --text, --file and --editor, the words only name the issue."),
        ],
        parameters: [
            words.declaration, IssueArguments.issueOption.declaration, given.declaration, file.declaration,
            editor.declaration, replace.declaration,
        ],
        examples: [
            .verbatim(lines: "open 12", "content"), .verbatim("content 12 --editor"),
            text("content login --text \"Since Monday.\""), text("content 12 Since Monday."),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let ways = [invocation.has(Self.given), invocation.has(Self.file), invocation.has(Self.editor)]
        if ways.count(where: \.self) > 1 {
            throw ValueError.refused(
                text("--text, --file and --editor can't be used together."),
                remedy: text("Use only one of these options."))
        }
        var words = try invocation[Self.words]
        let issue: Issue
        if ways.contains(true) {
            let named = words.isEmpty ? nil : try RecordReference(words.joined(separator: " "))
            issue = try session.issue(try invocation[IssueArguments.issueOption] ?? named)
        } else {
            (issue, words) = try session.issueAndText(words, invocation)
            if !words.isEmpty {
                let line = words.joined(separator: " ")
                let appends = try !invocation[Self.replace] && !issue.content.isEmpty
                return try write(
                    try CheckedText.content(appends ? "\(issue.content)\n\(line)" : line), to: issue, session)
            }
        }
        if let given = try invocation[Self.given] { return try write(given, to: issue, session) }
        if let path = try invocation[Self.file] {
            return try write(try Self.contents(of: path, session), to: issue, session)
        }
        if try invocation[Self.editor] {
            let edited: String
            do {
                edited = try await session.interaction.edit(issue.content)
            } catch UsageError.cannotEdit {
                throw IssueError.cannotEdit
            }
            return try write(try CheckedText.content(edited), to: issue, session)
        }
        guard session.interaction.isInteractive else { throw IssueError.typingNeedsTerminal }
        return try await type(issue, replacing: try invocation[Self.replace], session)
    }

    private func write(_ content: String, to issue: Issue, _ session: PortfolioSession) throws -> Output {
        guard issue.content != content else { return try IssueChange.unchanged([issue], session) }
        issue.content = content
        return Output(
            [.message(ContentEdit.label(issue))],
            data: [.record(Issue.fields.data(issue, session.fieldContext))])
    }

    private func type(_ issue: Issue, replacing: Bool, _ session: PortfolioSession) async throws -> Output {
        var opening: [Block] = [
            .message(text("Type the content of “%@”; a line with a single dot ends it.", issue.title))
        ]
        if !replacing, !issue.content.isEmpty {
            // Use a separate message for each line, because a line end within a message would be shown as a
            // symbol.
            let lines = issue.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            opening += lines.map { .message(.verbatim(String($0))) }
        }
        session.interaction.say(Output(opening))
        let edit = ContentEdit(issue, in: session, replacing: replacing)
        do {
            try await readLines(into: edit, session)
        } catch is InteractionCancelled {
            try await edit.discard()
            return .message(text("The typed lines were discarded."))
        } catch {
            // Save the typed lines even if reading fails.
            _ = try await edit.finish()
            throw error
        }
        let blocks = try await edit.finish()
        guard edit.lines > 0 else { return .message(text("Nothing changed.")) }
        return Output(
            blocks + [.message(text("Saved %1$lld lines of “%2$@”.", edit.lines, issue.title))],
            data: [.record(Issue.fields.data(issue, session.fieldContext))])
    }

    private func readLines(into edit: ContentEdit, _ session: PortfolioSession) async throws {
        while let typed = try await session.interaction.readLine(prompt: "content> ") {
            if let failure = edit.failure as? IssueError { throw failure }
            var lines = typed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
                String.init)
            // If several lines were pasted, only a dot in the last of them ends the content.
            let isEnd = lines.last == "."
            if isEnd { lines.removeLast() }
            for line in lines {
                do {
                    try edit.add(line.hasPrefix("..") ? String(line.dropFirst()) : line)
                } catch let error as ValueError {
                    session.interaction.show(error)
                }
            }
            if isEnd { return }
        }
    }

    /// Reads the text of a file and removes its last line end.
    private static func contents(of path: String, _ session: PortfolioSession) throws -> String {
        let bytes = try session.inputFile(path).readToEnd()
        guard var content = String(validating: bytes, as: UTF8.self) else {
            throw FileError.notUTF8(path: path)
        }
        if content.hasSuffix("\n") || content.hasSuffix("\r\n") { content.removeLast() }
        return try CheckedText.content(content)
    }
}

import Localization
import ModelData
import ProgramKit

extension PortfolioSession {
    /// Creates a tag after a question.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isAllowed: Whether to create it without a question.
    /// - Throws: ``TagError/needsConsent(_:nearest:)`` without a terminal, ``BulkEnd/declined``, and `ValueError`.
    func createTag(_ name: String, isAllowed: Bool) async throws -> Tag {
        let checked = try CheckedText.tagName(name)
        if !isAllowed {
            let names = try context.fetch(FetchDescriptor<Tag>()).map(\.name)
            let near = nearest(to: name, in: names, limit: 3)
            guard interaction.isInteractive else { throw TagError.needsConsent(name, nearest: near) }
            let question =
                near.isEmpty
                ? text("There is no tag “%@”. Create it?", checked)
                : text(
                    "There is no tag “%1$@”, but %2$@. Create it?", checked,
                    TextArgument.list(near.map { .text(text("“%@”", $0)) }))
            guard try await interaction.confirm(question) else { throw BulkEnd.declined }
        }
        let tag = Tag(name: checked)
        context.insert(tag)
        return tag
    }
}

/// The reason why a command that changes several issues ends without a change.
enum BulkEnd: Error {
    /// No issue matches. `isCurrentOnly` says whether closed and waiting ones were left out.
    case noMatch(isCurrentOnly: Bool)
    case declined
}

import Localization
import Shell
import Suite

/// Asks the user at the terminal for the field of each column of a CSV file.
@MainActor
struct ColumnQuestions {
    let session: BookSession

    /// Asks the questions and returns the mapping.
    ///
    /// - Throws: ``ColumnMapError`` if the title or the author has no column, and the errors of asking.
    func ask(_ columns: [String]) async throws -> ColumnMap {
        try session.interaction.show(
            Output([
                .message(
                    text(
                        "These columns are not those of a known service. For each one, enter the field of a book that it contains, or leave the line empty."
                    )),
                .message(
                    text(
                        "The fields are %@.",
                        TextArgument.list(ColumnMap.choices.map { .string($0.name) }))),
            ]))
        let questions = FieldQuestions(session)
        var entries: [ColumnMap.Entry] = []
        for column in columns where !column.isEmpty && !entries.contains(where: { $0.column == column }) {
            let guess = guess(column, used: entries)
            let answer = try await questions.optional(
                text("Column “%@”", column), .meaning, guess, typed: \.text
            ) { meaning in
                guard let meaning, let other = entries.first(where: { $0.field == meaning.field }) else {
                    return
                }
                throw ColumnMapError.repeatedField(meaning.field, columns: [other.column, column])
            }
            if let meaning = answer.map(\.value) ?? guess { entries.append(.init(column, meaning)) }
        }
        return try ColumnMap(entries)
    }

    /// Returns the field with the same name as a column; `nil` if there is none.
    private func guess(_ column: String, used: [ColumnMap.Entry]) -> ColumnMap.Meaning? {
        let context = ParseContext(localizer: session.localizer, today: .first)
        let meaning = try? ValueType<ColumnMap.Meaning>.meaning.parse(column, context)
        return used.contains { $0.field == meaning?.field } ? nil : meaning
    }
}

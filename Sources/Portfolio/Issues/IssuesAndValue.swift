import Localization
import ProgramKit
import Shell

extension PortfolioSession {
    /// Separates a value, such as a day, from the issues that stand before or after it: `due friday 12`, `due 12 next
    /// week`.
    ///
    /// A line that is a value as a whole is for the open issue. A user at a terminal is
    /// asked about a value at the end that is also a part of a title; in a script, it is refused. Without words, the user is asked for the value.
    ///
    /// - Parameters:
    ///   - words: The words of the line.
    ///   - invocation: The call.
    ///   - option: The option with the value. If it is given, all words are issues.
    ///   - question: The question for the value, and its type.
    ///   - missing: Returns the error for words without a value.
    ///   - read: Returns the value that a text means; `nil` for other texts.
    /// - Returns: The words of the issues, and the value.
    func issuesAndValue<Value>(
        _ words: [String], _ invocation: Invocation, _ option: Parameter<Assignment<Value>?>,
        question: (text: LocalizedText, type: ValueType<Assignment<Value>>),
        missing: (String) -> ValueError, read readText: (String) throws(ValueError) -> Assignment<Value>?
    ) async throws -> (issues: [String], value: Assignment<Value>) {
        if let given = try invocation[option] { return (words, given) }
        let parsing = fieldContext.parsing
        if words.isEmpty {
            // The value is for the open issue.
            _ = try issue(nil)
            guard interaction.isInteractive else {
                throw UsageError.missingArgument(
                    question.type.placeholder,
                    usage: LocalizedText(
                        "%1$@ %2$@", table: "",
                        [.string(invocation.command), .text(question.type.placeholder)]))
            }
            let answer = try await interaction.ask(
                question.text, initial: "", completion: question.type.completion
            ) { _ = try question.type.parse($0, parsing) }
            return ([], try question.type.parse(answer, parsing))
        }
        /// Returns the value of words, of which quoted ones are whole: `every "2 weeks" 12`.
        func read(_ typed: String) throws(ValueError) -> Assignment<Value>? {
            try readText(QuotedText.unquoted(typed))
        }
        let line = words.joined(separator: " ")
        let whole = Result { () throws(ValueError) in try read(line) }
        if case .success(let value?) = whole {
            do {
                _ = try issue(nil)
            } catch is NothingOpenError {
                throw NothingOpenError(
                    text("No issue selected: “%@” was read as the value.", QuotedText.unquoted(line)),
                    opening: text(
                        "Write the issue's number, too: %@.", "\(invocation.command) \(line) 12"))
            }
            return ([], value)
        }
        // “every 2 weeks on friday until 2027-12-31” has seven words.
        let longest = 8
        let end = try await trailingDates(
            words, longest: longest, option: option.declaration.name, date: read,
            title: { try titleUse(of: $0, in: Issue.self) })
        var start: (words: [String], value: Assignment<Value>)?
        for count in (0..<min(words.count, longest + 1)).reversed() where start == nil && count > 0 {
            let typed = words.prefix(count).joined(separator: " ")
            if let value = try read(typed) { start = (Array(words.dropFirst(count)), value) }
        }
        switch (start, end.dates.first) {
        case (let start?, nil): return (start.words, start.value)
        case (nil, let value?): return (end.words, value)
        case (nil, nil):
            // A day that doesn't exist is a better reason than a missing one.
            _ = try whole.get()
            // Numbers and conditions name issues, so only the other words can be a mistyped value.
            let others = words.filter { Int($0) == nil && !conditions.isMeant(by: $0, localizer) }
            throw missing(QuotedText.unquoted((others.isEmpty ? words : others).joined(separator: " ")))
        case (let start?, _?):
            let (first, last) = (words.count - start.words.count, words.count - end.words.count)
            throw ValueError.refused(
                text(
                    "This can mean “%1$@” for %2$@, or “%3$@” for %4$@.",
                    words.prefix(first).joined(separator: " "), start.words.joined(separator: " "),
                    words.suffix(last).joined(separator: " "), end.words.joined(separator: " ")),
                remedy: text("Put the one that you mean in quotation marks."))
        }
    }
}

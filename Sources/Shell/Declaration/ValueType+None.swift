import Localization

/// The new value of a field: a value, or none.
///
/// For an option, `nil` means that the option is missing, and ``none`` that its value is the word `none`. A
/// nested optional would be hard to read.
public enum Assignment<Value: Sendable>: Sendable {
    /// The field gets no value.
    case none
    /// The field gets a value.
    case some(Value)

    /// The value; `nil` if the field gets no value.
    public var value: Value? {
        if case .some(let value) = self { value } else { nil }
    }
}

extension Assignment: Equatable where Value: Equatable {}

extension ValueType {
    /// A value of this type, or the word `none` (also in the user's language).
    ///
    /// ```swift
    /// static let rating = Parameter.required(
    ///     "rating", ValueType.integer(in: 1...5).orNone, help: text("The rating."))
    /// ```
    public var orNone: ValueType<Assignment<Value>> {
        let none = CompletionWord.localized("none", [Shell.text("none")])
        let completion: Completion =
            switch self.completion {
            case .words(let words): .words(words + [none])
            case .none: .words([none])
            case .wordsAfter, .files, .source: self.completion
            }
        return ValueType<Assignment<Value>>(
            placeholder: .joined([placeholder, .verbatim("none")], separator: "|"), completion: completion,
            isContinued: isContinued
        ) { string, context in
            let wanted = ChoiceWord.normal(string)
            if wanted == "none" || wanted == ChoiceWord.normal(context.localizer.string(Shell.text("none"))) {
                return .none
            }
            return .some(try parse(string, context))
        }
    }

    /// Returns this type, with completion from one of the session's completion sources.
    ///
    /// - Parameters:
    ///   - source: The name of the completion source, such as `books`.
    ///   - mark: The prefix of values that would otherwise be parsed differently, such as a title that is a
    ///     number. Default: none.
    public func completed(from source: String, mark: ValueMark? = nil) -> ValueType {
        var type = self
        type.completion = .source(source, mark: mark)
        return type
    }
}

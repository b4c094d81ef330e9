import Localization

/// What a field is set to: a value, or nothing.
///
/// An option that is missing is `nil`, one that says `none` is ``none``; an optional of an optional would blur the
/// two.
public enum Assignment<Value: Sendable>: Sendable {
    /// The field is emptied.
    case none
    /// The field is set.
    case some(Value)

    /// The value, or `nil` for none.
    public var value: Value? {
        if case .some(let value) = self { value } else { nil }
    }
}

extension Assignment: Equatable where Value: Equatable {}

extension ValueType {
    /// A value of this type, or the word `none` (also in the person's language) for no value at all.
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
            case .wordsAfter, .files, .live: self.completion
            }
        return ValueType<Assignment<Value>>(placeholder: "\(placeholder)|none", completion: completion) {
            string, context in
            let wanted = ChoiceWord.normal(string)
            if wanted == "none" || wanted == ChoiceWord.normal(context.localizer.string(Shell.text("none"))) {
                return .none
            }
            return .some(try parse(string, context))
        }
    }

    /// This type, completed with live values that the session knows under a name.
    ///
    /// - Parameters:
    ///   - source: The name.
    ///   - mark: What stands before those that would be read as something else.
    public func completed(from source: String, mark: ValueMark? = nil) -> ValueType {
        ValueType(placeholder: placeholder, completion: .live(source, mark: mark), parse: parse)
    }
}

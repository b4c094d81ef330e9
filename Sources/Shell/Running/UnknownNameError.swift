import Localization

/// A name that nothing has, such as that of a tag, with similar names.
public struct UnknownName: Hashable, Sendable {
    /// The name as the user typed it.
    public let typed: String
    /// Similar names, the most similar first.
    public let nearest: [String]

    /// Makes the description of an unknown name.
    public init(typed: String, nearest: [String]) {
        self.typed = typed
        self.nearest = nearest
    }
}

extension UnknownName {
    /// Returns the names of which a new one may be a mistyped form: they differ by one letter, or by two of at least eight.
    /// Short names, and names that differ in their digits, are names of their own.
    ///
    /// - Parameters:
    ///   - name: The new name.
    ///   - names: The known names.
    public static func mistyped(_ name: String, of names: [String]) -> [String] {
        guard name.count > 4 else { return [] }
        let digits = name.filter(\.isNumber)
        return names.filter { known in
            known.count > 4 && known.filter(\.isNumber) == digits
                && EditDistance.between(name, known, limit: name.count < 8 ? 1 : 2) != nil
        }
    }
}

/// An error about a name that nothing has. If one name is similar, a user at a terminal is asked whether it is meant.
public protocol UnknownNameError: PresentableError {
    /// The unknown name; `nil` for other errors of the type.
    var unknownName: UnknownName? { get }
}

extension Word {
    /// Returns words in which a name replaces a mistyped one; `nil` unless exactly one word has the mistyped name once.
    static func replacing(_ typed: String, with name: String, in words: [Word]) -> [Word]? {
        let found = words.indices.filter { words[$0].text.contains(typed) }
        guard found.count == 1, let index = found.first else { return nil }
        let parts = words[index].text.split(separator: typed, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        // A quoted name stays one name within conditions.
        let quoted = Quoting.quote(name) == name ? name : Quoting.written(name, in: .double, isWhole: true)
        var replaced = words
        replaced[index] = Word(
            parts[0] + name + parts[1], written: parts[0] + quoted + parts[1], range: words[index].range)
        return replaced
    }
}

/// The commands whose names have two words and share the first, such as `shelf add` and `shelf remove`.
///
/// A family isn't declared. It exists as soon as a program declares a command with a name of two words.
///
/// ```swift
/// let declaration = CommandDeclaration(
///     "shelf add", group: .changes, summary: text("Puts a book on a shelf."))
/// ```
///
/// The longer name has priority: if a program has `tag` and `tag new`, the line `tag new` calls the latter,
/// and `tag -- new` calls `tag` with the argument “new”.
struct CommandFamily: Sendable {
    /// The first word of the commands' names, such as `shelf`.
    let name: String
    /// The commands, in the order in which the help lists them.
    private(set) var members: [CommandDeclaration] = []
    /// The second words of the commands' names and of their aliases.
    private(set) var words: [String] = []
    private(set) var otherWords: [String] = []

    init(name: String) {
        self.name = name
    }

    /// Adds a command under one of its names.
    mutating func add(_ command: CommandDeclaration, called name: CommandName) {
        guard let second = name.second else { return }
        if !members.contains(where: { $0.name == command.name }) { members.append(command) }
        if name.text == command.name { words.append(second) } else { otherWords.append(second) }
    }
}

/// The name of a command, which has one or two words.
struct CommandName: Hashable, Sendable {
    /// The name as declared.
    let text: String
    /// The first word: the name of the command or of its family.
    let first: String
    /// The second word, if any.
    let second: String?

    init(_ text: String) {
        self.text = text
        let words = text.split(separator: " ", maxSplits: 1)
        first = words.first.map(String.init) ?? ""
        second = words.count > 1 ? String(words[1]) : nil
    }
}

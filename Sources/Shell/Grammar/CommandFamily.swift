/// The commands whose names begin with the same word and go on with another: `shelf add`, `shelf remove`.
///
/// A family is not declared: it is there where a program declares a command with a name of two words.
///
/// ```swift
/// let declaration = CommandDeclaration("shelf add", group: .changes, summary: text("Puts a book on a shelf."))
/// ```
///
/// The longer name counts: where a program has `tag` and `tag new` too, `tag new` is the latter, and `tag -- new`
/// gives the word “new” to the former.
struct CommandFamily: Sendable {
    /// The first word.
    let name: String
    /// The commands, in the order of the help.
    private(set) var members: [CommandDeclaration] = []
    /// The second words of the commands' names, and then those of their other names.
    private(set) var words: [String] = []
    private(set) var otherWords: [String] = []

    init(name: String) {
        self.name = name
    }

    /// Takes a command in for one of its names.
    mutating func add(_ command: CommandDeclaration, called name: CommandName) {
        guard let second = name.second else { return }
        if !members.contains(where: { $0.name == command.name }) { members.append(command) }
        if name.text == command.name { words.append(second) } else { otherWords.append(second) }
    }
}

/// A command's name of one word or of two.
struct CommandName: Hashable, Sendable {
    /// The name as it is declared.
    let text: String
    /// The first word: the command, or its family.
    let first: String
    /// The second word, if there is one.
    let second: String?

    init(_ text: String) {
        self.text = text
        let words = text.split(separator: " ", maxSplits: 1)
        first = words.first.map(String.init) ?? ""
        second = words.count > 1 ? String(words[1]) : nil
    }
}

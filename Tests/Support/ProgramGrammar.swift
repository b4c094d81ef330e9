import Foundation

/// A program's commands and their arguments, parsed from its manual page.
///
/// ```swift
/// let grammar = ProgramGrammar(manual: try run(program, ["manual", "--language", "en"]).stdout)
/// grammar.names  // ["add", "list", …]
/// ```
public struct ProgramGrammar: Sendable {
    /// A command.
    public struct Command: Sendable {
        /// The command's name, which has one or two words.
        public let name: String
        /// The terms of the command's usage line after the name: `BOOK…`, `[--sort title|author]`.
        public let terms: [String]
        /// The command's examples for the operating system's shell, without the program's name.
        public fileprivate(set) var examples: [String] = []

        /// The names of the command's arguments: `book` for `BOOK…`.
        public var arguments: [String] {
            terms.filter { !$0.hasPrefix("[-") }.map {
                $0.lowercased().filter { $0.isLetter || $0 == "-" }
            }
        }
    }

    /// The commands, in the order of the page.
    public private(set) var commands: [Command] = []
    /// Every word of usage lines and of the terms of options, arguments and settings.
    public private(set) var words: Set<String> = []

    /// Parses an English manual page.
    public init(manual: String) {
        for line in manual.split(separator: "\n") {
            if line.hasPrefix(".SS ") {
                let usage = Self.plain(line.dropFirst(4))
                let words = usage.split(separator: " ").map(String.init)
                let nameLength =
                    words.firstIndex { $0.hasPrefix("[") || $0 != $0.lowercased() } ?? words.count
                commands.append(
                    Command(
                        name: words[..<nameLength].joined(separator: " "),
                        terms: Self.terms(usage.split(separator: " ").dropFirst(nameLength))))
                add(usage)
            } else if line.hasPrefix(".B ") {
                let example = Self.plain(line.dropFirst(3)).split(separator: " ").dropFirst()
                commands[commands.count - 1].examples.append(example.joined(separator: " "))
            } else if line.hasPrefix("Other names: ") {
                add(Self.plain(line))
            } else if line.hasPrefix("\\fB") {
                add(Self.plain(String(line.dropFirst(3)).replacing("\\fR", with: "")))
            }
        }
    }

    /// The names of all commands.
    public var names: [String] { commands.map(\.name) }

    /// Returns the command that a line runs.
    public func command(of line: String) -> Command? {
        let words = line.split(separator: " ").map(String.init)
        for count in [2, 1] where words.count >= count {
            let name = words[..<count].joined(separator: " ")
            if let command = commands.first(where: { $0.name == name }) { return command }
        }
        return nil
    }

    /// Returns the lines that an example runs: `-c 'open 12' -c 'close'` runs two.
    public static func lines(of example: String) -> [String] {
        guard example.hasPrefix("-c '"), example.hasSuffix("'") else { return [example] }
        return example.dropFirst(4).dropLast().components(separatedBy: "' -c '")
            .map { $0.replacing("'\\''", with: "'") }
    }

    private mutating func add(_ text: String) {
        for word in text.split(whereSeparator: { !($0.isASCII && $0.isLetter) }) {
            words.insert(String(word))
            // An argument such as BOOK can also be written as an option, --book.
            words.insert(word.lowercased())
        }
    }

    /// `[--page PAGE|none]` is one term of two words.
    private static func terms(_ words: some Sequence<Substring>) -> [String] {
        var terms: [String] = []
        var isOpen = false
        for word in words {
            if isOpen { terms[terms.count - 1] += " \(word)" } else { terms.append(String(word)) }
            isOpen = word.hasPrefix("[") || isOpen ? !word.contains("]") : false
        }
        return terms
    }

    /// Returns a text without roff escapes.
    private static func plain(_ text: some StringProtocol) -> String {
        var text = String(text)
        if text.hasPrefix("\"") { text = String(text.dropFirst().dropLast()) }
        return text.replacing("\\(dq", with: "\"").replacing("\\(aq", with: "'")
            .replacing("\\-", with: "-").replacing("\\e", with: "\\")
    }
}

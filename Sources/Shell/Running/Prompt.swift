/// What stands before the cursor: the program, and what is open in it.
///
/// The names may be any data: control characters are shown visibly, what is too long for the terminal is cut, and names
/// that run from right to left stay by themselves.
///
/// ```swift
/// Prompt("itour", path: ["Rome"])                                          // itour Rome>
/// Prompt("moonshot", path: ["Apollo 11", "Neil A. Armstrong"], style: .path)
/// // moonshot / Apollo 11 / Neil A. Armstrong>
/// ```
public struct Prompt: Sendable, Hashable {
    /// How the program's name and what is open stand beside each other.
    public enum Style: Sendable, Hashable {
        /// What is open stands behind the program's name: `itour Rome>`.
        case beside
        /// The program's name begins the path: `moonshot / Apollo 11>`.
        case path
    }

    /// The program's name.
    public let program: String
    /// The names of what is open, the outermost first.
    public let path: [String]
    /// How they stand beside each other.
    public let style: Style

    /// Makes a prompt.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - path: The names of what is open, the outermost first.
    ///   - style: How they stand beside each other.
    public init(_ program: String, path: [String] = [], style: Style = .beside) {
        self.program = program
        self.path = path
        self.style = style
    }
}

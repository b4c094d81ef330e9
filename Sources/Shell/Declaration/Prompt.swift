/// The prompt: the program's name and the names of the open objects.
///
/// Names can be any text: control characters are shown visibly, long names are shortened to fit the terminal,
/// and right-to-left names are isolated.
///
/// ```swift
/// Prompt("itour", path: ["Rome"])                                          // itour Rome>
/// Prompt("moonshot", path: ["Apollo 11", "Neil A. Armstrong"], style: .path)
/// // moonshot / Apollo 11 / Neil A. Armstrong>
/// ```
public struct Prompt: Sendable, Hashable {
    /// How the names are joined.
    public enum Style: Sendable, Hashable {
        /// The program's name, a space and the open objects: `itour Rome>`.
        case beside
        /// A path that begins with the program's name: `moonshot / Apollo 11>`.
        case path
    }

    /// The program's name.
    public let program: String
    /// The names of the open objects, the outermost first.
    public let path: [String]
    /// How the names are joined.
    public let style: Style

    /// Creates a prompt.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - path: The names of the open objects, the outermost first. Default: none.
    ///   - style: How the names are joined. Default: ``Style/beside``.
    public init(_ program: String, path: [String] = [], style: Style = .beside) {
        self.program = program
        self.path = path
        self.style = style
    }
}

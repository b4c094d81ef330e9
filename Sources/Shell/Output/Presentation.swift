import Localization

/// The settings that determine how an output is rendered.
public struct Presentation: Sendable {
    /// The format.
    public var format: OutputFormat
    /// The width of the terminal in columns; `nil` if lines may have any length.
    public var width: Int?
    /// The localizer of the user's language.
    public var localizer: Localizer
    /// Whether headings and warnings are highlighted with colours and bold text.
    public var usesColor: Bool
    /// Whether the output may contain characters beyond ASCII.
    public var usesUnicode: Bool
    /// Whether the terminal shows braille characters, with which maps are drawn. The console of Linux doesn't.
    public var usesBraille: Bool
    /// The title of a page whose output has none, such as “mybooks list”.
    var title = LocalizedText.verbatim("")

    /// Creates a presentation.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - width: The width of the terminal in columns; `nil` if lines may have any length.
    ///   - localizer: The localizer of the user's language.
    ///   - usesColor: Whether headings and warnings are highlighted.
    ///   - usesUnicode: Whether the output may contain characters beyond ASCII.
    ///   - usesBraille: Whether the terminal shows braille characters.
    public init(
        format: OutputFormat, width: Int? = nil, localizer: Localizer, usesColor: Bool = false,
        usesUnicode: Bool = true, usesBraille: Bool = true
    ) {
        self.format = format
        self.width = width
        self.localizer = localizer
        self.usesColor = usesColor
        self.usesUnicode = usesUnicode
        self.usesBraille = usesBraille
    }
}

/// Determines when outputs have colours.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// Outputs have colours on terminals that support them. The environment can forbid or force colours.
    case auto
    /// Outputs always have colours, even in pipes and files.
    case always
    /// Never.
    case never

    static let choices: [Choice<ColorChoice>] = allCases.map { Choice($0.rawValue, $0) }
}

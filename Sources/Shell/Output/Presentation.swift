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

/// The format of an output.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// Tables that fit the width of the terminal.
    case table
    /// One row per line with cells separated by tabs, without headings. Nothing is truncated.
    case plain
    /// JSON: an array of objects for a table, an object for a record.
    case json
    /// Comma-separated values as in RFC 4180. The first line has the keys.
    case csv
    /// Sentences and “label: value” lines in reading order, for screen readers.
    case accessible
    /// Markdown tables.
    case markdown
    /// An HTML document for a browser or a printer.
    case html

    /// Whether the format is machine-readable. A machine-readable format contains no localized values.
    public var isMachineReadable: Bool { self == .json || self == .csv }

    static let choices: [Choice<OutputFormat>] = allCases.map { Choice($0.rawValue, $0) }
}

/// A terminal colour that highlights a value. A colour never adds information that the text doesn't contain.
public enum TerminalColor: String, Sendable, Hashable, CaseIterable {
    /// A colour of the terminal's palette.
    case red, green, yellow, blue, magenta, cyan
    /// A colour for less important values.
    case grey
    /// A line through a value that no longer counts.
    case struck

    /// The foreground colour's parameter in the escape sequence (ECMA-48 SGR).
    var code: Int {
        switch self {
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .blue: 34
        case .magenta: 35
        case .cyan: 36
        case .grey: 90
        case .struck: 9
        }
    }
}

extension Cell {
    /// Returns the cell in a colour, used on terminals with colours; `nil` for no colour.
    ///
    /// ```swift
    /// Cell.text("First Steps").colored(.cyan)
    /// ```
    public func colored(_ color: TerminalColor?) -> Cell {
        var cell = self
        cell.color = color
        return cell
    }
}

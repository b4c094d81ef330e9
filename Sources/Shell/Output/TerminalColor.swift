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

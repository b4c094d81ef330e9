/// A colour of a terminal, for what is told apart at a glance. Nothing is said by colour alone: without colour, and
/// for people who listen, the words say it too.
public enum Tint: String, Sendable, Hashable, CaseIterable {
    /// A colour of the terminal's own palette.
    case red, green, yellow, blue, magenta, cyan
    /// For what stands back.
    case grey

    /// The number of the escape sequence (ECMA-48 SGR).
    var code: Int {
        switch self {
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .blue: 34
        case .magenta: 35
        case .cyan: 36
        case .grey: 90
        }
    }
}

extension Cell {
    /// The cell in a colour, where there are colours.
    ///
    /// ```swift
    /// Cell.text("First Steps").tinted(.cyan)
    /// ```
    public func tinted(_ tint: Tint?) -> Cell {
        var cell = self
        cell.tint = tint
        return cell
    }
}

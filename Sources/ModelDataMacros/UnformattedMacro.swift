import SwiftSyntaxMacros

/// A macro whose code needs nothing but to be compiled. Half of the time of an expansion would go into indenting it.
protocol UnformattedMacro: Macro {}

extension UnformattedMacro {
    static var formatMode: FormatMode { .disabled }
}

import SwiftSyntaxMacros

/// A macro whose code isn't formatted, because formatting would take half of the time of an expansion.
protocol UnformattedMacro: Macro {}

extension UnformattedMacro {
    static var formatMode: FormatMode { .disabled }
}

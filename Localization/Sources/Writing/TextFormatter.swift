/// Replaces the placeholders of a text: `%@`, `%lld`, `%1$@`, `%%`, and `%#@name@` for plural variables.
struct TextFormatter {
    let localizer: Localizer
    let arguments: [TextArgument]
    private static let fullStop = UInt8(ascii: ".")
    private var plural: PluralText?
    private var result = ""

    init(localizer: Localizer, arguments: [TextArgument]) {
        self.localizer = localizer
        self.arguments = arguments
    }

    /// Returns a format with its placeholders replaced.
    mutating func string(_ format: String) -> String {
        // Most texts have no placeholder, so return early.
        if !format.utf8.contains(UInt8(ascii: "%")) { return format }
        var position = 0
        append(format, position: &position, depth: 0)
        return result
    }

    /// Returns a plural text with its variables and placeholders replaced.
    mutating func string(_ plural: PluralText) -> String {
        self.plural = plural
        var position = 0
        append(plural.format, position: &position, depth: 0)
        return result
    }

    /// Appends a format. `position` is the index of the argument for the next placeholder without an argument
    /// number (`%@`, not `%1$@`).
    private mutating func append(_ format: String, position: inout Int, depth: Int) {
        let bytes = format.utf8
        var start = bytes.startIndex
        while let percent = bytes[start...].firstIndex(of: UInt8(ascii: "%")) {
            result += format[start..<percent]
            guard let placeholder = Placeholder(bytes[percent...]) else {
                result += "%"
                start = bytes.index(after: percent)
                continue
            }
            start = placeholder.end
            switch placeholder.kind {
            case .percent:
                result += "%"
            case .value(let fractionDigits):
                let index = placeholder.position ?? position
                if placeholder.position == nil { position += 1 }
                if arguments.indices.contains(index) {
                    let string = append(arguments[index], fractionDigits: fractionDigits)
                    // If the argument already ends with a full stop, as a sentence or an abbreviation does,
                    // skip the full stop of the format.
                    if start < bytes.endIndex, bytes[start] == Self.fullStop,
                        bringsFullStop(arguments[index], string, before: bytes[start...].dropFirst())
                    {
                        start = bytes.index(after: start)
                    }
                } else {
                    result += format[percent..<placeholder.end]
                }
            case .variable(let name):
                let index = placeholder.position ?? position
                if placeholder.position == nil { position += 1 }
                if !append(variable: name, argument: index, depth: depth) {
                    result += format[percent..<placeholder.end]
                }
            }
        }
        result += format[start...]
    }

    /// Whether the argument's final full stop also ends the sentence. The result is `false` if that full stop
    /// belongs to a path such as `..`. It is also `false` if the format's full stop belongs to the following
    /// text, as in a file name extension.
    private func bringsFullStop(
        _ argument: TextArgument, _ string: String, before rest: Substring.UTF8View
    ) -> Bool {
        if case .text = argument { return result.utf8.last == Self.fullStop }
        let stops = string.utf8.reversed().prefix { $0 == Self.fullStop }.count
        guard stops == 1 || stops > 2, let last = string.utf8.dropLast(stops).last,
            last != UInt8(ascii: "/"), last != UInt8(ascii: " ")
        else { return false }
        return rest.first.map { $0 <= UInt8(ascii: " ") || $0 >= 0x80 } ?? true
    }

    /// Appends an argument and returns its text.
    private mutating func append(_ argument: TextArgument, fractionDigits: Int?) -> String {
        let string =
            if let fractionDigits, let number = argument.number {
                localizer.decimal(number, fractionDigits: fractionDigits...fractionDigits)
            } else {
                localizer.string(argument)
            }
        HungarianArticle.resolve(&result, before: string)
        result += string
        return string
    }

    /// Appends the plural form of a variable for the argument's number. Returns whether there is such a form.
    private mutating func append(variable name: String, argument index: Int, depth: Int) -> Bool {
        // Limit the depth, because a variable that refers to itself would cause infinite recursion.
        guard depth < 8, let variable = plural?.variable(named: name), arguments.indices.contains(index),
            let text = text(of: variable, for: arguments[index])
        else { return false }
        var position = index
        append(text, position: &position, depth: depth + 1)
        return true
    }

    private func text(of variable: PluralText.Variable, for argument: TextArgument) -> String? {
        let operands: PluralOperands
        switch argument {
        case .integer(let number): operands = PluralOperands(number)
        case .decimal(let number):
            guard let digits = DecimalDigits(number, fractionDigits: Localizer.usualFractionDigits) else {
                return variable.text(for: .other)
            }
            operands = PluralOperands(digits)
        default: return variable.text(for: .other)
        }
        if operands.isZero, let zero = variable.zero { return zero }
        return variable.text(for: localizer.facts.pluralRules.category(of: operands))
    }
}

extension TextArgument {
    /// The argument as a number; `nil` if it isn't a number.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        default: nil
        }
    }
}

import Localization
import Shell

extension FieldTable {
    /// The words of `--sort`: the fields by which lists can be sorted, with their names. The values are the keys.
    ///
    /// - Parameter keys: The keys, in the order of the help. Default: all fields with an option whose values have an
    ///   order, without long texts.
    public func sortChoices(_ keys: [String]? = nil) -> [Choice<String>] {
        fields.filter {
            $0.order != nil && (keys?.contains($0.key) ?? ($0.option != nil && !$0.values.isLong))
        }
        .map { Choice($0.word, $0.key, $0.sentence) }
    }

    /// Returns records sorted by a field. The sort is stable, and records without a value come last, even in reverse.
    ///
    /// - Parameters:
    ///   - models: The records, in the order of those with equal values.
    ///   - key: The key of the field. Records aren't sorted by a field without an order.
    ///   - reversed: Whether greater values come first.
    ///   - collator: The order of texts.
    public func sorted(_ models: [Model], by key: String, reversed: Bool, _ collator: Collator) -> [Model] {
        guard let order = self[key]?.order else { return models }
        let orders = models.map(order)
        var isText = false
        for case .text? in orders { isText = true }
        if isText {
            let keys = orders.map { order -> TextKey? in
                guard case .text(let text, let number)? = order else { return nil }
                return TextKey(text: collator.key(for: text), number: number)
            }
            return models.sorted(byKeys: keys, reversed: reversed)
        }
        let keys = orders.map { order -> Double? in
            if case .number(let number)? = order { number } else { nil }
        }
        return models.sorted(byKeys: keys, reversed: reversed)
    }

    /// Returns records sorted by what a field shows: by numbers, or else by texts. The sort is stable, and records
    /// without a value come last, even in reverse.
    ///
    /// - Parameters:
    ///   - models: The records, in the order of those with equal values.
    ///   - key: The key of the field.
    ///   - reversed: Whether greater values come first.
    ///   - context: What the values depend on.
    ///   - asData: Whether the values for data count, in the same order for every language.
    @MainActor
    public func sorted(
        _ models: [Model], byCellsOf key: String, reversed: Bool, _ context: FieldContext, asData: Bool
    ) -> [Model] {
        guard let field = self[key] else { return models }
        let cells = models.map { field.cell(of: $0, context) }
        let numbers = cells.map(\.raw.number)
        if numbers.contains(where: { $0 != nil }) {
            return models.sorted(byKeys: numbers, reversed: reversed)
        }
        let collator = Collator(asData ? .english : context.localizer.language)
        let texts = cells.map { cell -> CollationKey? in
            let raw = cell.raw.csvText
            if raw.isEmpty { return nil }
            // A day has its order in data only.
            if !asData, case .verbatim(let shown) = cell.display { return collator.key(for: shown) }
            return collator.key(for: raw)
        }
        return models.sorted(byKeys: texts, reversed: reversed)
    }
}

extension Cell.RawValue {
    /// The position of a number, of the first number of a list, or of a Boolean value, of which `true` comes first.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .bool(let value): value ? 0 : 1
        case .list(let values): values.first?.number
        case .null, .string, .object: nil
        }
    }
}

/// The position of a text, or of a number among equal texts.
private struct TextKey: Comparable {
    let text: CollationKey
    let number: Double

    static func < (left: TextKey, right: TextKey) -> Bool {
        left.text == right.text ? left.number < right.number : left.text < right.text
    }
}

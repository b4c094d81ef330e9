import Localization
import Shell

extension Field {
    /// Returns this computed field as one that conditions can ask for, by what its data show.
    ///
    /// - Parameter type: The type of the values, which reads a value of data, or each of a list. Texts also contain what
    ///   the user sees.
    public func compared<Value: Equatable & Sendable>(as type: FieldType<Value>) -> Field {
        guard let column = values.columns.first, let read = type.imported else { return self }
        var field = self
        field.values.askedCandidates = type.askedCandidates
        field.values.ask = { (value, context, isPast) throws(ConditionValue.Refusal) in
            try type.test(value, context, isPast: isPast, namesPast: false, predicate: nil) { model in
                let cell = column.cell(model, context)
                let found = cell.raw.parts.compactMap(read)
                guard !found.isEmpty, Value.self == String.self,
                    let shown = cell.display.text(context.localizer) as? Value
                else { return found }
                return found + [shown]
            }
        }
        return field
    }
}

extension Cell.RawValue {
    /// The values: those of a list, one, or none.
    fileprivate var parts: [Cell.RawValue] {
        switch self {
        case .null: []
        case .list(let parts): parts
        default: [self]
        }
    }
}

extension Cell.Display {
    /// Returns a text that the user sees; `nil` for other cells.
    fileprivate func text(_ localizer: Localizer) -> String? {
        switch self {
        case .verbatim(let text): text
        case .text(let text): localizer.string(text)
        default: nil
        }
    }
}

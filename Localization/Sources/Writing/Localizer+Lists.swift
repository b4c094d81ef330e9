extension Localizer {
    /// Returns the texts as a list: `a, b and c`, in Polish `a, b i c`.
    public func list(_ items: [String]) -> String {
        joined(items, last: facts.listLastSeparator)
    }

    /// Returns the texts as alternatives: `a, b or c`, in Polish `a, b lub c`.
    public func choice(_ items: [String]) -> String {
        joined(items, last: facts.choiceLastSeparator)
    }

    private func joined(_ items: [String], last separator: String) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: facts.listSeparator) + separator + last
    }
}

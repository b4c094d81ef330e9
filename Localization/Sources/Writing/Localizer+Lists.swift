extension Localizer {
    /// Several texts joined as the language joins a list: `a, b and c`, in Polish `a, b i c`.
    public func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: facts.listSeparator) + facts.listLastSeparator + last
    }
}

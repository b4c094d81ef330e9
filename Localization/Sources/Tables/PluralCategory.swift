/// CLDR's plural categories.
public enum PluralCategory: String, Sendable, CaseIterable {
    /// A form for zero. If a table has it, it is used for exactly 0 in every language.
    case zero
    /// The singular.
    case one
    /// The dual.
    case two
    /// Small numbers, such as 2 to 4 in Polish.
    case few
    /// Large numbers, such as 5 and above in Polish.
    case many
    /// All other numbers.
    case other
}

/// CLDR's plural categories.
public enum PluralCategory: String, Sendable, CaseIterable {
    /// The category for zero. If a table has a form for this category, the form is used for exactly 0 in
    /// every language.
    case zero
    /// The category of the singular, such as 1 in English.
    case one
    /// The category of the dual, such as 2 in Arabic.
    case two
    /// Small numbers, such as 2 to 4 in Polish.
    case few
    /// Large numbers, such as 5 and above in Polish.
    case many
    /// All other numbers.
    case other
}

/// CLDR's categories of numbers by which nouns change.
public enum PluralCategory: String, Sendable, CaseIterable {
    /// A form for zero; a table's entry for it is used for exactly 0 in every language.
    case zero
    /// The singular.
    case one
    /// The dual.
    case two
    /// A small number, as 2 to 4 in Polish.
    case few
    /// A large number, as 5 and up in Polish.
    case many
    /// Everything else.
    case other
}

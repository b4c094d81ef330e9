/// One entry of a table: a key and what it stands for, with the line for messages.
struct TableEntry {
    /// What a key stands for.
    enum Value {
        case text(String)
        case plural(PluralEntry)
    }

    let key: String
    let value: Value
    let line: Int
}

/// An entry of a `.stringsdict` file: a format and the variables in it.
struct PluralEntry {
    /// A variable, whose text depends on a number.
    struct Variable {
        let name: String
        /// The texts by plural category, in the order of ``categories``.
        let forms: [(category: String, text: String)]
    }

    /// CLDR's plural categories.
    static let categories = ["zero", "one", "two", "few", "many", "other"]

    let format: String
    let variables: [Variable]
}

/// An entry of a table: a key, its value, and its line for error messages.
struct TableEntry {
    /// The value of a key.
    enum Value: Equatable {
        case text(String)
        case plural(PluralEntry)
    }

    let key: String
    let value: Value
    let line: Int
}

/// An entry of a `.stringsdict` file: a format and its variables.
struct PluralEntry: Equatable {
    /// A variable whose text depends on a number.
    struct Variable: Equatable {
        let name: String
        /// The texts by plural category, in the order of ``categories``.
        let forms: [(category: String, text: String)]

        static func == (left: Variable, right: Variable) -> Bool {
            left.name == right.name && left.forms.elementsEqual(right.forms, by: ==)
        }
    }

    /// CLDR's plural categories.
    static let categories = ["zero", "one", "two", "few", "many", "other"]

    let format: String
    let variables: [Variable]
}

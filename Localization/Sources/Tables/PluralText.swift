/// A text that depends on numbers: a format, and variables that it names as `%#@name@`.
struct PluralText {
    /// A part of the text that has a form for each plural category.
    struct Variable {
        let name: String
        let forms: [(category: String, text: String)]

        /// The form for a category, or the one for all other numbers.
        func text(for category: PluralCategory) -> String? {
            form(category.rawValue) ?? form(PluralCategory.other.rawValue)
        }

        /// The form for exactly zero, where there is one.
        var zero: String? { form(PluralCategory.zero.rawValue) }

        private func form(_ category: String) -> String? {
            forms.first { $0.category == category }?.text
        }
    }

    let format: String
    let variables: [Variable]

    func variable(named name: String) -> Variable? {
        variables.first { $0.name == name }
    }
}

/// A text that depends on numbers: a format with variables such as `%#@name@`.
struct PluralText {
    /// A variable with a form for each plural category.
    struct Variable {
        let name: String
        let forms: [(category: String, text: String)]

        /// Returns the form for a category. If there is none, returns the form for the category `other`.
        func text(for category: PluralCategory) -> String? {
            form(category.rawValue) ?? form(PluralCategory.other.rawValue)
        }

        /// The form for exactly zero, if there is one.
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

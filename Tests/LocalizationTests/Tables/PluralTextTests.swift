import Testing

@testable import Localization

@Suite("Texts with plurals")
struct PluralTextTests {
    private let english = Localizer(.english)
    private let polish = Localizer(Language(code: "pl"))

    private func string(_ text: PluralText, _ arguments: [TextArgument], in localizer: Localizer) -> String {
        var formatter = TextFormatter(localizer: localizer, arguments: arguments)
        return formatter.string(text)
    }

    private let polishBooks = PluralText(
        format: "Masz %#@books@.",
        variables: [
            .init(
                name: "books",
                forms: [
                    ("one", "%lld książkę"), ("few", "%lld książki"), ("many", "%lld książek"),
                    ("other", "%lld książki"),
                ])
        ])

    @Test(arguments: [
        (0, "Masz 0 książek."), (1, "Masz 1 książkę."), (3, "Masz 3 książki."), (12, "Masz 12 książek."),
        (22, "Masz 22 książki."), (12_345, "Masz 12\u{A0}345 książek."), (-1, "Masz -1 książkę."),
    ])
    func `The number selects the plural form`(number: Int, expected: String) {
        #expect(string(polishBooks, [.integer(number)], in: polish) == expected)
    }

    @Test func `Fractions select a plural form`() {
        #expect(string(polishBooks, [.decimal(1.5)], in: polish) == "Masz 1,5 książki.")
        #expect(string(polishBooks, [.decimal(5)], in: polish) == "Masz 5 książek.")
        #expect(string(polishBooks, [.decimal(.infinity)], in: polish) == "Masz ∞ książki.")
    }

    @Test func `An entry for zero applies to exactly 0 in every language`() {
        let text = PluralText(
            format: "%#@books@",
            variables: [.init(name: "books", forms: [("zero", "none"), ("one", "one"), ("other", "%lld")])])
        for language in Language.available {
            let localizer = Localizer(language)
            #expect(string(text, [.integer(0)], in: localizer) == "none")
            #expect(string(text, [.decimal(0)], in: localizer) == "none")
            #expect(string(text, [.integer(10)], in: localizer) == "10")
        }
        #expect(string(text, [.decimal(0.5)], in: english) == "0.5")
    }

    private let books = PluralText.Variable(
        name: "books", forms: [("one", "a book"), ("other", "%lld books")])
    private let authors = PluralText.Variable(
        name: "authors", forms: [("one", "one author"), ("other", "%lld authors")])

    @Test func `A text can depend on several numbers`() {
        let text = PluralText(format: "%#@books@ by %#@authors@ in %@", variables: [books, authors])
        #expect(
            string(text, [.integer(3), .integer(1), .string("May")], in: english)
                == "3 books by one author in May")
        #expect(
            string(text, [.integer(1), .integer(2), .string("May")], in: english)
                == "a book by 2 authors in May")
    }

    @Test func `Numbers can be taken by position`() {
        let text = PluralText(format: "%3$@: %2$#@authors@, %1$#@books@", variables: [books, authors])
        #expect(
            string(text, [.integer(5), .integer(2), .string("May")], in: english) == "May: 2 authors, 5 books"
        )
    }

    @Test func `A variable can contain another one`() {
        let outer = PluralText.Variable(
            name: "outer", forms: [("one", "%2$#@books@"), ("other", "%1$lld shelves with %2$#@books@")])
        let text = PluralText(format: "%1$#@outer@!", variables: [outer, books])
        #expect(string(text, [.integer(1), .integer(1)], in: english) == "a book!")
        #expect(string(text, [.integer(2), .integer(7)], in: english) == "2 shelves with 7 books!")
    }

    @Test func `A variable that refers to itself doesn't loop forever`() {
        let loop = PluralText.Variable(name: "loop", forms: [("other", "x%#@loop@")])
        let text = PluralText(format: "%#@loop@", variables: [loop])
        #expect(string(text, [.integer(2)], in: english) == "xxxxxxxx%#@loop@")
    }

    @Test func `Missing forms, variables or numbers have a fallback`() {
        let text = PluralText(
            format: "%#@books@", variables: [.init(name: "books", forms: [("other", "%lld!")])])
        #expect(string(text, [.integer(1)], in: english) == "1!")
        #expect(string(text, [.string("x")], in: english) == "x!")
        #expect(string(text, [], in: english) == "%#@books@")
    }
}

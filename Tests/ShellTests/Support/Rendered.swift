import Localization
@testable import Shell

/// Returns a text that isn't translated.
func plain(_ string: String) -> LocalizedText {
    .verbatim(string)
}

/// Returns the text that an output writes to standard output.
func rendered(
    _ output: Output, _ format: OutputFormat, width: Int? = nil, localizer: Localizer = english,
    color: Bool = false, unicode: Bool = true
) -> String {
    String(
        decoding: rendering(
            output, format, width: width, localizer: localizer, color: color, unicode: unicode
        ).output, as: UTF8.self)
}

/// Returns the texts that an output writes to standard output and standard error.
func rendering(
    _ output: Output, _ format: OutputFormat, width: Int? = nil, localizer: Localizer = english,
    color: Bool = false, unicode: Bool = true
) -> Rendering {
    Renderer.render(
        output,
        Presentation(
            format: format, width: width, localizer: localizer, usesColor: color, usesUnicode: unicode))
}

/// Returns a cell that shows a rating as stars.
func stars(_ count: Int) -> Cell {
    Cell(
        .integer(count),
        .symbol(
            String(repeating: "★", count: count), ascii: String(repeating: "*", count: count),
            spoken: plain("rated \(count) of 5")))
}

/// A table of four books, whose titles use scripts that are difficult to align.
let books = Table(
    "books",
    columns: [
        .init("id", plain("#"), alignsRight: true, priority: 3), .init("title", plain("Title"), priority: 2),
        .init("author", plain("Author")), .init("rating", plain("Rating"), priority: 3),
        .init("summary", plain("Summary"), isShown: false),
    ],
    rows: [
        [.identifier(7), .text("Solaris"), .text("Stanisław Lem"), stars(5), .text("An ocean.")],
        [.identifier(12), .text("三体"), .text("刘慈欣"), stars(4), .empty],
        [.identifier(105), .text("موسم الهجرة إلى الشمال"), .text("الطيب صالح"), .empty, .empty],
        [.identifier(2), .text("Cafe\u{301} 👩‍🚀 nights"), .text("🇵🇱 Zoë O’Hara"), stars(1), .text("a\nb")],
    ])

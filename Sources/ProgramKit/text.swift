import Localization
import Shell

/// A text of ProgramKit's string table.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "ProgramKit", arguments.map(\.textArgument))
}

extension Localizer {
    /// Returns the folded words of a text with commas, such as “page, pages, p”, in the user's language and then in English.
    public func words(of list: LocalizedText) -> [String] {
        [self, Localizer(.english)].flatMap { $0.string(list).split(separator: ",") }
            .map { SearchFold.fold(String($0).trimmingWhitespace()) }
    }
}

import Localization

/// Names in the user's language: the embedded files of one name in the folders of the languages, such as
/// `pl.lproj/countries.tsv`.
struct LocalNames: Sendable {
    private let file: String

    /// Creates the names of a file.
    ///
    /// - Parameter file: The file's name. Its lines have a key and a name, and are sorted by the bytes of the keys.
    init(_ file: String) { self.file = file }

    /// Returns the name with a key in a language, or in its first fallback that has one; `nil` if there is none.
    func name(of key: String, in language: Language) -> String? {
        for fallback in language.fallbacks {
            guard let contents = EmbeddedFiles.contents("\(fallback.code).lproj/\(file)") else { continue }
            if let fields = SortedLines(contents).fields(of: key), fields.count == 2 { return fields[1] }
        }
        return nil
    }

    /// The keys with their names in all languages.
    var all: [(key: String, name: String)] {
        EmbeddedFiles.paths.filter { $0.hasSuffix(".lproj/\(file)") }.flatMap { path in
            SortedLines(EmbeddedFiles.contents(path) ?? "").all.compactMap { fields in
                fields.count == 2 ? (fields[0], fields[1]) : nil
            }
        }
    }
}

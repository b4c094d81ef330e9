import Localization
import ProgramKit

/// The data files that are built into the program. Each language can have its own file.
enum BuiltInFile {
    /// Returns the file of a language. If the language has no file, returns that of its first fallback
    /// language with one.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - language: The language.
    static func named(_ name: String, _ language: Language) -> DataFile? {
        for language in language.fallbacks {
            let path = "\(language.code).lproj/\(name)"
            if let contents = EmbeddedFiles.contents(path) { return DataFile(name: path, embedded: contents) }
        }
        return nil
    }
}

/// An error for a data file that is missing from the program because of a mistake in the build.
struct MissingBuiltInFile: PresentableError {
    let name: String

    var problem: LocalizedText { text("The program was built without its file “%@”.", name) }
    var remedy: LocalizedText? { text("Build the program again.") }
    var failure: FailureKind { .badData }
}

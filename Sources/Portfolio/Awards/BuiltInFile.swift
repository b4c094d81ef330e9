import Localization
import Suite

/// The data files that are built into the program, one for each language.
enum BuiltInFile {
    /// The file of a language, or of the nearest one that has it.
    static func named(_ name: String, _ language: Language) -> DataFile? {
        for language in language.fallbacks {
            let path = "\(language.code).lproj/\(name)"
            if let contents = EmbeddedFiles.contents(path) { return DataFile(name: path, embedded: contents) }
        }
        return nil
    }
}

/// A data file is not where it was built in: a mistake in the build.
struct BuiltInFileGone: PresentableError {
    let name: String

    var problem: LocalizedText { text("The program was built without its file “%@”.", name) }
    var remedy: LocalizedText? { text("Build it again.") }
    var failure: FailureKind { .badData }
}

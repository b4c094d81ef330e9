import Localization

/// Why a file as a whole can't be imported.
enum ImportFileError: PresentableError, Hashable {
    case missingColumns(path: String, [String])
    case notJSON(path: String)
    case notAnArray(path: String)

    var problem: LocalizedText {
        switch self {
        case .missingColumns(let path, let columns):
            text(
                "“%1$@” lacks columns that an import needs: %2$@.", path,
                TextArgument.list(columns.map { .string($0) }))
        case .notJSON(let path): text("“%@” is not valid JSON.", path)
        case .notAnArray(let path): text("“%@” holds no list of books.", path)
        }
    }

    var remedy: LocalizedText? {
        text("A Goodreads library export (CSV) can be imported, or a file that “export” wrote (JSON or CSV).")
    }

    var failure: FailureKind { .badData }
}

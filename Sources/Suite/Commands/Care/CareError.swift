import Localization

/// Why a store can't be copied, replaced or repaired.
enum CareError: PresentableError {
    /// The data is in memory only.
    case inMemory
    /// There is no store yet.
    case nothingThere(path: String)
    /// The file that was named is the store itself.
    case isTheStore(path: String)
    /// The file that was named is one that the store has beside it, such as its log.
    case belongsToStore(path: String)
    /// Another process has the file open that was to be replaced.
    case isOpen(path: String)
    /// Nobody is there to be asked whether data may be replaced.
    case needsConfirmation(command: String)
    /// No copy has the number.
    case noSuchCopy(number: Int)
    /// The file can't be restored; the store was left as it is.
    case unusable(LocalizedText)

    var problem: LocalizedText {
        switch self {
        case .inMemory: text("The data is in memory only: there is no store to care for.")
        case .nothingThere(let path): text("There is no store “%@” yet.", path)
        case .isTheStore(let path): text("“%@” is the store itself.", path)
        case .belongsToStore(let path): text("“%@” belongs to the store.", path)
        case .isOpen(let path): text("Another process has “%@” open, so that it can't be replaced.", path)
        case .needsConfirmation: text("Nobody is there to be asked whether the data may be replaced.")
        case .noSuchCopy(let number): text("There is no backup number %@.", String(number))
        case .unusable(let problem): problem
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .inMemory: nil
        case .nothingThere: text("It is made with the first change. --store PATH names another one.")
        case .isTheStore, .belongsToStore, .isOpen: text("Give another file.")
        case .needsConfirmation(let command): text("Add --yes to “%@” to do it without asking.", command)
        case .noSuchCopy: text("“restore” alone lists the backups.")
        case .unusable: text("The store was left as it is. Give another backup.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .nothingThere: .inputMissing
        case .isTheStore, .belongsToStore, .needsConfirmation, .noSuchCopy: .usage
        case .unusable: .badData
        case .inMemory, .isOpen: .failed
        }
    }
}

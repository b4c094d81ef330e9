import Localization

/// The reason why a store can't be backed up, restored or repaired.
enum MaintenanceError: PresentableError {
    /// The data is in memory only.
    case inMemory
    /// The store doesn't exist yet.
    case storeMissing(path: String)
    /// The named file is the store itself.
    case isTheStore(path: String)
    /// The named file belongs to the store, such as its log.
    case belongsToStore(path: String)
    /// Another process has opened the file that would be replaced.
    case isOpen(path: String)
    /// No backup has this number.
    case noSuchCopy(number: Int)
    /// The file can't be restored; the store is unchanged.
    case unusable(LocalizedText)

    var problem: LocalizedText {
        switch self {
        case .inMemory: text("The data is only in memory: there is no store to back up, restore or repair.")
        case .storeMissing(let path): text("There is no store “%@” yet.", path)
        case .isTheStore(let path): text("“%@” is the store itself.", path)
        case .belongsToStore(let path): text("“%@” belongs to the store.", path)
        case .isOpen(let path): text("Another process has “%@” open, so it can't be replaced.", path)
        case .noSuchCopy(let number): text("There is no backup number %@.", String(number))
        case .unusable(let problem): problem
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .inMemory: nil
        case .storeMissing: text("The first change creates it. Choose another store with --store PATH.")
        case .isTheStore, .belongsToStore, .isOpen: text("Give another file.")
        case .noSuchCopy: text("“restore” without an argument lists the backups.")
        case .unusable: text("The store was not changed. Choose another backup.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .storeMissing: .inputMissing
        case .isTheStore, .belongsToStore, .noSuchCopy: .usage
        case .unusable: .badData
        case .inMemory, .isOpen: .failed
        }
    }
}

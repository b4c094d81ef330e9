import Foundation
import Localization
import Shell

/// The store that `--store` names, which a mistyped path may name by mistake: so nothing is made of a path by only
/// looking, and never a directory.
struct NamedStore {
    /// The path, where one was given and nothing is there.
    private let missing: String?

    /// Looks at what the command line names.
    @MainActor
    init(_ session: SessionContext, _ location: StoreLocation) {
        // What is wrong with a path through something that is no directory, the opening says.
        var status = stat()
        guard session.options.storePath != nil, case .file(let path) = location, stat(path, &status) != 0,
            errno == ENOENT
        else {
            missing = nil
            return
        }
        missing = path
    }

    /// Whether a store is named that isn't there.
    var isMissing: Bool { missing != nil }

    /// Throws where the store isn't there and can't be made now.
    ///
    /// - Parameter mayBeMade: Whether the file may be made; its directory has to be there.
    func check(mayBeMade: Bool) throws {
        guard let missing else { return }
        guard mayBeMade else { throw CareError.nothingThere(path: missing) }
        let directory = URL(fileURLWithPath: missing).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: directory) else {
            throw StoreLocationError.noDirectory(path: directory)
        }
    }

    /// What a person should know: that the store is a new one, or not even there.
    ///
    /// - Parameter standsIn: Whether it wasn't made.
    func notices(standsIn: Bool) -> [LocalizedText] {
        missing.map {
            [standsIn ? text("There is no store “%@” yet.", $0) : text("“%@” is a new store.", $0)]
        } ?? []
    }
}

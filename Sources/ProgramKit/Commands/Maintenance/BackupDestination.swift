import Foundation
import Localization
import ModelData
import Shell

/// The file that `backup` writes. Its errors have the same messages as the errors of all files that commands
/// write.
struct BackupDestination {
    /// The path as the user typed it.
    let path: String
    /// The absolute path.
    let absolutePath: String

    var url: URL { URL(fileURLWithPath: absolutePath) }

    /// The directory of the file. If the directory is missing, it isn't created, because the path is probably
    /// mistyped.
    private var directory: String {
        let end = absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex
        return end == absolutePath.startIndex ? "/" : String(absolutePath[..<end])
    }

    /// Checks that the directory exists, and that the path isn't a directory or a special file.
    ///
    /// - Throws: `FileError`.
    func check() throws(FileError) {
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .unwritable(path: path, .last) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .unwritable(path: path, SystemFailure(ENOTDIR))
        }
        guard stat(absolutePath, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory(path: path)
        default: throw .notOrdinary(path: path)
        }
    }

    /// Translates a store error into a `FileError` if it concerns this file or its directory.
    func problem(_ error: ModelDataError) -> any Error {
        switch error {
        case .noPermission(let place) where isHere(place):
            FileError.unwritable(path: path, SystemFailure(EACCES))
        case .readOnly(let place) where isHere(place): FileError.unwritable(path: path, SystemFailure(EROFS))
        case .diskFull(let place) where isHere(place): FileError.unwritable(path: path, SystemFailure(ENOSPC))
        case .inputOutput(let place, _) where isHere(place):
            FileError.unwritable(path: path, SystemFailure(EIO))
        case .cannotOpen(let place, let code) where isHere(place) && code.systemError != 0:
            FileError.unwritable(path: path, SystemFailure(code.systemError))
        default: error
        }
    }

    /// Returns whether a path is the file, its directory, or the hidden file that is written first.
    private func isHere(_ place: String) -> Bool {
        let hidden = "\(url.deletingLastPathComponent().path)/.\(url.lastPathComponent)."
        return place == directory || place == url.path || place.hasPrefix(hidden)
    }
}

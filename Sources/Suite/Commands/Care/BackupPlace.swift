import Foundation
import Localization
import ModelData
import Shell

/// The file that `backup` is to write: what stands in its way is told as of every other file that a command writes.
struct BackupPlace {
    /// The path as the person wrote it.
    let path: String
    /// Where that is.
    let absolutePath: String

    var url: URL { URL(fileURLWithPath: absolutePath) }

    /// The directory, which has to be there: a mistyped path is the likelier mistake.
    private var directory: String {
        let end = absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex
        return end == absolutePath.startIndex ? "/" : String(absolutePath[..<end])
    }

    /// Makes sure that there is a directory for the file, and nothing that no file may take the place of.
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

    /// An error of the store in words about this file, where it is about this file or its directory.
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

    /// Whether a path is the file's, its directory's, or that of the hidden file which becomes it.
    private func isHere(_ place: String) -> Bool {
        let hidden = "\(url.deletingLastPathComponent().path)/.\(url.lastPathComponent)."
        return place == directory || place == url.path || place.hasPrefix(hidden)
    }
}

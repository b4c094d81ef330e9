import Foundation
import Glibc

/// Lets one process at a time read a file and replace it, so that nothing gets lost which another one wrote meanwhile.
enum FileTurn {
    /// How long others are waited for. Who has its turn needs some milliseconds; where it takes longer, that process was
    /// stopped, and nobody waits for it.
    private static let patience = Duration.seconds(5)

    /// Runs work while no other process has its turn with a file of the same directory.
    ///
    /// It is the directory that is locked: the file becomes another one each time. Where it can't be locked, the work is
    /// done without; writing the file then says what is wrong.
    ///
    /// - Parameter directory: A directory that nobody but the program uses.
    static func take<Result>(in directory: String, _ work: () throws -> Result) rethrows -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let end = ContinuousClock.now + patience
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { break }
            usleep(5_000)
        }
        return try work()
    }
}

import Foundation

/// A temporary file for downloaded bytes that weren't read yet. It has no name, so it disappears with the process.
final class Spool: Sendable {
    private let descriptor: Int32

    init() throws(RemoteFileError) {
        let directory = FileManager.default.temporaryDirectory.path
        var template = Array("\(directory)/incoming.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .disk(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RemoteFileError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .disk(errno) }
            done += count
        }
    }

    func read(at offset: Int, count: Int) throws(RemoteFileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var result = 0
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            initialized = max(result, 0)
        }
        if failure != 0 { throw .disk(failure) }
        return bytes
    }
}

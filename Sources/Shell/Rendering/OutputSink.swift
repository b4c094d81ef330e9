/// Takes the beginning of a long output while the rest is still rendered, so that memory doesn't hold all of it.
final class OutputSink {
    /// The number of bytes from which the beginning is written.
    static let pieceSize = 1 << 20

    private let write: @MainActor (_ piece: [UInt8]) throws -> [Block]
    /// Whether a piece was written.
    private(set) var hasWritten = false
    /// The error of writing. Later pieces are dropped.
    private(set) var failure: (any Error)?
    /// The warnings about the values that were read for the pieces.
    private(set) var warnings: [Block] = []

    /// - Parameter write: Writes a piece, and returns warnings about the values that were read for it.
    init(write: @escaping @MainActor (_ piece: [UInt8]) throws -> [Block]) { self.write = write }

    /// Writes the bytes and removes them if they are many. Renderers call this after each row.
    func take(_ bytes: inout [UInt8]) {
        if bytes.count < Self.pieceSize { return }
        if failure == nil {
            hasWritten = true
            do {
                warnings += try MainActor.assumeIsolated { [write, bytes] in try write(bytes) }
            } catch {
                failure = error
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}

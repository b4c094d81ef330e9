/// The standard input of a process, as a command reads it that was told to with `-`.
///
/// ```swift
/// while case let bytes = try await input.read(), !bytes.isEmpty { take(bytes) }
/// ```
public struct StandardInput: Sendable {
    private let readNext: @Sendable () async throws -> [UInt8]?

    /// Makes an input.
    ///
    /// - Parameter read: Reads the bytes that are there, at least one; `nil` at the end.
    public init(_ read: @escaping @Sendable () async throws -> [UInt8]?) { readNext = read }

    /// The bytes that are there, at least one; none at the end.
    ///
    /// - Throws: ``StreamError``, and `CancellationError` where the command is broken off meanwhile.
    public func read() async throws -> [UInt8] { try await readNext() ?? [] }
}

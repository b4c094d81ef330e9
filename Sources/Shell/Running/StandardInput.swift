/// The standard input of the process, for commands whose file argument is `-`.
///
/// ```swift
/// func size(of input: StandardInput) async throws -> Int {
///     var size = 0
///     while case let bytes = try await input.read(), !bytes.isEmpty { size += bytes.count }
///     return size
/// }
/// ```
public struct StandardInput: Sendable {
    private let readNext: @Sendable () async throws -> [UInt8]?

    /// Creates an input.
    ///
    /// - Parameter read: Returns the available bytes, at least one; `nil` at the end.
    public init(_ read: @escaping @Sendable () async throws -> [UInt8]?) { readNext = read }

    /// Returns the available bytes, at least one; an empty array at the end.
    ///
    /// - Throws: ``StreamError``, and `CancellationError` if the command is cancelled meanwhile.
    public func read() async throws -> [UInt8] { try await readNext() ?? [] }
}

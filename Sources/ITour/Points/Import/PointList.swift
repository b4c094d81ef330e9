import Formats
import Foundation
import Localization
import ProgramKit
import Shell
import Sync

/// A JSON list of points of interest, or another file that is converted to one. While an import saves entries, the list decodes the next ones on another thread.
///
/// If reading fails or the list is damaged, the entries before the failure are imported.
final class PointList: EntrySource {
    private let input: PointSource
    private let language: Language
    /// The list for a file of another kind, of which the rest is to be read; `nil` for a list.
    private var converted: ArraySlice<UInt8>?
    /// The reasons to skip entries of a file of another kind, by their numbers.
    private var reasons: [Int: LocalizedText] = [:]
    private let decoder = PointDecoder()
    /// Decodes the bytes that were read last.
    private var decoding: Task<PointDecoder.Piece, Never>?
    /// Whether no bytes were read so far.
    private var isEmpty = true
    /// Whether all bytes were read.
    private var isAtEnd = false
    private var isComplete = false
    /// The reason why the list can't be read further.
    private var damage: JSONRecordError?
    /// The error that ended the reading.
    private var failure: (any PresentableError)?
    private var unknownKeys: Set<String> = []
    /// The number of decoded bytes.
    private(set) var position = 0

    /// The maximum number of unknown keys that are reported.
    private static let maximumUnknownKeys = 1000

    /// `false`: positions are numbers of elements.
    var countsLines: Bool { false }
    /// The unknown keys, sorted.
    var unknownFields: [String] { unknownKeys.sorted() }

    /// Creates the list of a source from which nothing was read yet.
    ///
    /// - Parameters:
    ///   - input: The source.
    ///   - language: The preferred language for names of other files.
    init(_ input: PointSource, language: Language) {
        self.input = input
        self.language = language
    }

    /// Returns the next rows.
    ///
    /// - Throws: ``PointImportError`` and `ImportFileError` if the source isn't a list of points, the errors of
    ///   reading its beginning, and `CancellationError`.
    nonisolated(nonsending) func nextBatch(_ size: Int) async throws -> [ImportRow<ListedPoint>] {
        var rows: [ImportRow<ListedPoint>] = []
        if isEmpty { try await readPiece() }
        while rows.count < size, let piece = await decoding?.value {
            decoding = nil
            let new = reasons.isEmpty ? piece.rows : piece.rows.map(withReason)
            if rows.isEmpty { rows = new } else { rows += new }
            for key in piece.unknownKeys where unknownKeys.count < Self.maximumUnknownKeys {
                unknownKeys.insert(key)
            }
            position = piece.position
            isComplete = piece.isComplete
            damage = piece.problem
            if case .notAList(let line) = damage {
                throw failure ?? PointImportError.notAList(name: input.name, line: line)
            }
            if damage == nil, !isAtEnd { try await readPiece() }
        }
        return rows
    }

    /// Returns a row with the reason to skip it that the file of another kind had.
    private func withReason(_ row: ImportRow<ListedPoint>) -> ImportRow<ListedPoint> {
        guard row.entry == nil, let reason = reasons[row.position] else { return row }
        return ImportRow(skipped: SkippedEntry(reason), at: row.position, line: row.line)
    }

    /// Reads the next bytes, and begins to decode them.
    private nonisolated(nonsending) func readPiece() async throws {
        try Task.checkCancellation()
        var bytes: [UInt8] = []
        do {
            bytes = try await nextBytes()
        } catch let error as any PresentableError where !isEmpty {
            failure = error
        }
        if isEmpty {
            if bytes.isEmpty { throw PointImportError.empty(name: input.name) }
            try refuseForeign(bytes)
            isEmpty = false
            if PointConverter.mayConvert(bytes) { bytes = try await convert(bytes) }
        }
        isAtEnd = bytes.isEmpty
        decoding = Task.detached { [decoder, bytes] in decoder.piece(of: bytes) }
    }

    private nonisolated(nonsending) func nextBytes() async throws -> [UInt8] {
        guard let rest = converted else { return try await input.read() }
        let piece = rest.prefix(1 << 18)
        converted = rest.dropFirst(piece.count)
        return Array(piece)
    }

    /// Reads the rest of a file of another kind, and returns the first bytes of its list. A file that isn't one comes back as
    /// it was read.
    private nonisolated(nonsending) func convert(_ beginning: [UInt8]) async throws -> [UInt8] {
        // Text that can't be a table or a map is refused before more of it is read.
        guard beginning.contains(where: { "{,;\n".utf8.contains($0) }) else { return beginning }
        var bytes = beginning
        while case let piece = try await input.read(), !piece.isEmpty {
            bytes += piece
            guard bytes.count <= PointConverter.maximumLength else {
                throw PointImportError.tooLong(name: input.name)
            }
        }
        let list = PointConverter.list(bytes, name: input.name, language: language)
        converted = (list?.bytes ?? bytes)[...]
        reasons = list?.reasons ?? [:]
        return try await nextBytes()
    }

    /// The read part of the source, 0 to 1; `nil` if the size is unknown.
    @MainActor var fractionRead: Double? {
        guard let size = input.size(), position > 0, size >= position else { return nil }
        return Double(position) / Double(size)
    }

    /// Returns the reason why the list ended early; `nil` for a complete list.
    ///
    /// - Parameter imported: The number of imported entries, for the message.
    func problem(imported: Int) -> PointImportError? {
        if isComplete { return nil }
        if let failure { return .brokenOff(reason: failure.problem, records: imported) }
        return switch damage {
        case .cutOff(_, let line)?: .cutOff(name: input.name, line: line, records: imported)
        case .malformed(_, let line)?: .malformed(name: input.name, line: line, records: imported)
        case .notAList?, nil: nil
        }
    }

    // MARK: - Other lists

    /// The points, for errors of files that other commands import.
    private static let kind = ImportFileKind(.points, remedy: PointImportError.remedyOfOthers) {
        text("“%@” doesn't contain a list of points of interest.", $0)
    }

    /// Throws if another command imports the file.
    ///
    /// - Parameter bytes: The beginning of the file.
    private func refuseForeign(_ bytes: [UInt8]) throws {
        var pieces = [bytes]
        var reader = JSONElementReader(lists: ["destinations"]) { pieces.popLast() ?? [] }
        var keys: Set<String> = []
        reading: while let part = try? reader.next() {
            switch part {
            case .member(let key, _): keys.insert(key)
            case .element(let list?, _, _):
                keys.insert(list)
                break reading
            case .element(nil, _, let bytes):
                if let object = try? JSONDocument(bytes) {
                    JSONView(object).forEachMember { key, _ in keys.insert(key) }
                }
                break reading
            }
        }
        if Self.kind.isForeign(keys) { throw Self.kind.foreignList(keys: keys, path: input.name) }
    }
}

/// The source of an import of points: a file, standard input or a web address.
@MainActor
struct PointSource {
    /// The name that the user typed, for use in messages.
    let name: String
    /// Returns the number of bytes; `nil` if it isn't known.
    let size: @MainActor () -> Int?
    /// Reads the next bytes. Returns an empty result at the end.
    let read: @MainActor () async throws -> [UInt8]

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - name: A path, `-` for standard input, or a web address.
    ///   - session: The session.
    ///   - limits: The limits for files from the web.
    /// - Throws: ``PointImportError``, `FileError`.
    init(_ name: String, in session: TripSession, limits: RemoteFile.Limits = .init()) throws {
        if name == "-" {
            guard let input = session.standardInput else { throw PointImportError.inputIsTaken }
            self.init(name: name, size: { nil }, read: { try await input.read() })
        } else if let colon = name.range(of: "://"), name[..<colon.lowerBound].allSatisfy(\.isLetter) {
            do throws(RemoteFileError) {
                let file = try RemoteFile(name, limits: limits)
                self.init(name: name, size: { file.expectedSize }) {
                    do {
                        return try await file.read()
                    } catch let error as RemoteFileError {
                        throw PointImportError.remote(address: name, error)
                    }
                }
            } catch {
                throw PointImportError.remote(address: name, error)
            }
        } else {
            let file = try session.inputFile(name)
            let size = file.size > 0 ? file.size : nil
            self.init(name: name, size: { size }, read: { try file.read(upTo: 1 << 18) })
        }
    }

    init(
        name: String, size: @escaping @MainActor () -> Int?,
        read: @escaping @MainActor () async throws -> [UInt8]
    ) {
        self.name = name
        self.size = size
        self.read = read
    }
}

import Foundation
import Logging
import Shell

/// Writes a log as lines of JSON, for `journald` and log collectors.
///
/// ```json
/// {"time":"2026-11-21T09:30:00.125Z","level":"info","message":"answered","request":"7","route":"sync","status":200}
/// ```
///
/// The log is in English. It never contains tokens, headers or bodies. It doesn't contain the path of a
/// request either, because a token may be in it.
struct JSONLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let write: @Sendable ([UInt8]) -> Void
    private let now: @Sendable () -> Date

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - now: Returns the time of day.
    ///   - write: Writes one line, which includes its line end.
    init(now: @escaping @Sendable () -> Date, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.now = now
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = Array(#"{"time":"#.utf8)
        line += Self.json(Self.timestamp(now()))
        line += Array(#","level":"#.utf8) + Self.json(event.level.rawValue)
        line += Array(#","message":"#.utf8) + Self.json(event.message.description)
        let values = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            line += Array(",".utf8) + Self.json(key) + Array(":".utf8) + Self.json(value)
        }
        write(line + Array("}\n".utf8))
    }

    /// Formats a time in UTC with milliseconds.
    static func timestamp(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private static func json(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(text)
        return writer.bytes
    }

    private static func json(_ value: Logger.MetadataValue) -> [UInt8] {
        switch value {
        case .string(let text): return json(text)
        case .stringConvertible(let number as Int): return Array(String(number).utf8)
        case .stringConvertible(let number as Double) where number.isFinite: return Array("\(number)".utf8)
        case .stringConvertible(let other): return json(other.description)
        case .array, .dictionary: return json(value.description)
        }
    }
}

extension Logger {
    /// Creates the server's log.
    ///
    /// - Parameters:
    ///   - now: Returns the time of day.
    ///   - write: Writes one line, which includes its line end.
    static func ofServer(
        now: @escaping @Sendable () -> Date, write: @escaping @Sendable ([UInt8]) -> Void
    ) -> Logger {
        Logger(label: "syncserver") { _ in JSONLog(now: now, write: write) }
    }
}

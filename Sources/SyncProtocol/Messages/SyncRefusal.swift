import Foundation

/// A record that the server refuses for good, and why.
///
/// ```swift
/// SyncRefusal(record.key, reason: .fieldTooLarge, message: "The field “information” has 300,000 bytes.")
/// ```
public struct SyncRefusal: Hashable, Sendable {
    /// Why a record is refused. A reason that this version doesn't know stays as the server named it.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason as it travels.
        public let rawValue: String

        /// A reason.
        ///
        /// - Parameter rawValue: The reason as it travels.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The record isn't what a record looks like.
        public static let unreadable = Reason(rawValue: "unreadable")
        /// A name of a model or a field has characters that names don't have, or is too long.
        public static let badName = Reason(rawValue: "badName")
        /// The causal length is out of its range.
        public static let badLife = Reason(rawValue: "badLife")
        /// More fields than ``SyncLimits/fieldsPerRecord``.
        public static let tooManyFields = Reason(rawValue: "tooManyFields")
        /// A value larger than ``SyncLimits/fieldSize``.
        public static let fieldTooLarge = Reason(rawValue: "fieldTooLarge")
        /// All values together are larger than ``SyncLimits/recordSize``.
        public static let recordTooLarge = Reason(rawValue: "recordTooLarge")
        /// The account's room is used up.
        public static let quotaExceeded = Reason(rawValue: "quotaExceeded")
    }

    /// Which record it is; `nil` where that couldn't be read.
    public let key: SyncKey?
    /// Why.
    public let reason: Reason
    /// What is wrong, in English, for a log. Never without escaping on a terminal.
    public let message: String

    /// A refusal.
    ///
    /// - Parameters:
    ///   - key: Which record it is.
    ///   - reason: Why.
    ///   - message: What is wrong, in English.
    public init(_ key: SyncKey?, reason: Reason, message: String) {
        self.key = key
        self.reason = reason
        self.message = message
    }

    init?(json: JSONValue) {
        guard let object = json.objectMembers, let reason = object["reason"]?.text else { return nil }
        let message = object["message"]?.text ?? ""
        self.init(
            SyncKey(json: object), reason: Reason(rawValue: String(reason.prefix(100))), message: message)
    }

    func write(to output: inout JSONOutput) {
        output.object { output in
            if let key {
                output.member("entity", text: key.entity)
                output.member("id", text: key.id.uuidString)
            }
            output.member("message", text: message)
            output.member("reason", text: reason.rawValue)
        }
    }
}

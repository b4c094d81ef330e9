import Foundation

/// A record that the server refuses permanently, with the reason.
///
/// ```swift
/// let key = SyncKey(entity: "Destination", id: UUID())
/// SyncRefusal(key, reason: .fieldTooLarge, message: "The field “information” has 300,000 bytes.")
/// ```
public struct SyncRefusal: Hashable, Sendable {
    /// The reason for a refusal. A reason that this version doesn't know is kept as the server sent it.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason in the message.
        public let rawValue: String

        /// Creates a reason.
        ///
        /// - Parameter rawValue: The reason in the message.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The record can't be decoded.
        public static let unreadable = Reason(rawValue: "unreadable")
        /// The name of a model or a field is too long or has invalid characters.
        public static let badName = Reason(rawValue: "badName")
        /// The causal length is out of range.
        public static let badCausalLength = Reason(rawValue: "badLife")
        /// The record has more fields than ``SyncLimits/fieldsPerRecord``.
        public static let tooManyFields = Reason(rawValue: "tooManyFields")
        /// A value is larger than ``SyncLimits/fieldSize``.
        public static let fieldTooLarge = Reason(rawValue: "fieldTooLarge")
        /// All values together are larger than ``SyncLimits/recordSize``.
        public static let recordTooLarge = Reason(rawValue: "recordTooLarge")
        /// The server's version of the record can't be opened on the device.
        public static let unopened = Reason(rawValue: "unopened")
        /// The account's quota is used up.
        public static let quotaExceeded = Reason(rawValue: "quotaExceeded")
    }

    /// The record's key, or `nil` if the key can't be decoded.
    public let key: SyncKey?
    /// The reason.
    public let reason: Reason
    /// A description in English, for a log. Escape it before printing it on a terminal.
    public let message: String

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - key: The record's key.
    ///   - reason: The reason.
    ///   - message: A description in English.
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

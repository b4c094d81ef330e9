/// A record whose clocks were too far ahead of the server's, and were stamped again.
///
/// ```swift
/// SyncRestamp(record.key, fields: record.restamp(now: now))
/// ```
public struct SyncRestamp: Hashable, Sendable {
    /// Which record it is.
    public let key: SyncKey
    /// The fields that were stamped again.
    public let fields: [String]

    /// A record that was stamped again.
    ///
    /// - Parameters:
    ///   - key: Which record it is.
    ///   - fields: The fields that were stamped again.
    public init(_ key: SyncKey, fields: [String]) {
        self.key = key
        self.fields = fields
    }

    init?(json: JSONValue) {
        guard let object = json.objectMembers, let key = SyncKey(json: object) else { return nil }
        self.init(key, fields: object["fields"]?.arrayItems?.compactMap(\.text) ?? [])
    }

    func write(to output: inout JSONOutput) {
        output.object { output in
            output.member("entity", text: key.entity)
            output.key("fields")
            output.array(fields) { output, name in output.text(name) }
            output.member("id", text: key.id.uuidString)
        }
    }
}

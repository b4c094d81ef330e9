/// A record with clocks too far ahead of the server's, and the fields that got new clocks.
public struct SyncRestamp: Hashable, Sendable {
    /// The record's key.
    public let key: SyncKey
    /// The names of the fields with new clocks.
    public let fields: [String]

    /// Creates a restamp.
    ///
    /// - Parameters:
    ///   - key: The record's key.
    ///   - fields: The names of the fields with new clocks.
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

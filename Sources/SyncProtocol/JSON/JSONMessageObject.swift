import Foundation

extension JSONValue {
    /// Returns the members of this value if it is an object.
    ///
    /// - Parameter name: The value's name, for the error.
    /// - Throws: ``SyncDecodingError/wrongType(name:expected:)`` if the value isn't an object.
    func object(at name: String) throws(SyncDecodingError) -> JSONMessageObject {
        guard case .object(let members) = self else { throw .wrongType(name: name, expected: "an object") }
        return JSONMessageObject(members)
    }
}

/// A JSON object of a message, with typed access to its members.
///
/// A missing or wrong member throws a ``SyncDecodingError`` with the member's name.
struct JSONMessageObject {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    func text(_ name: String, limit: Int) throws(SyncDecodingError) -> String {
        guard let text = try optionalText(name, limit: limit) else { throw .missing(name: name) }
        return text
    }

    func optionalText(_ name: String, limit: Int) throws(SyncDecodingError) -> String? {
        guard let value = present(name) else { return nil }
        guard let text = value.text, text.utf8.count <= limit else {
            throw .wrongType(name: name, expected: "a text of at most \(limit) bytes")
        }
        return text
    }

    func uuid(_ name: String) throws(SyncDecodingError) -> UUID {
        guard let id = UUID(uuidString: try text(name, limit: 36)) else {
            throw .wrongType(name: name, expected: "a UUID")
        }
        return id
    }

    func clock(_ name: String) throws(SyncDecodingError) -> SyncClock {
        guard let clock = SyncClock(try text(name, limit: 49)) else {
            throw .wrongType(name: name, expected: "a clock")
        }
        return clock
    }

    func optionalInt(_ name: String) throws(SyncDecodingError) -> Int64? {
        guard let value = present(name) else { return nil }
        guard let number = value.int else { throw .wrongType(name: name, expected: "a whole number") }
        return number
    }

    func optionalBool(_ name: String) throws(SyncDecodingError) -> Bool? {
        guard let value = present(name) else { return nil }
        guard case .bool(let flag) = value else { throw .wrongType(name: name, expected: "true or false") }
        return flag
    }

    func optionalArray(_ name: String) throws(SyncDecodingError) -> [JSONValue] {
        guard let value = present(name) else { return [] }
        guard let items = value.arrayItems else { throw .wrongType(name: name, expected: "an array") }
        return items
    }

    /// Returns a member's value, or nil if the member is missing or `null`.
    private func present(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }
}

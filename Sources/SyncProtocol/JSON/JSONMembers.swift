import Foundation

extension JSONValue {
    /// The members of an object that has a name in the error, where it is none.
    func object(at name: String) throws(SyncDecodingError) -> JSONMembers {
        guard case .object(let members) = self else { throw .wrongType(name: name, expected: "an object") }
        return JSONMembers(members)
    }
}

/// An object's members, and what is wrong with those that aren't what they must be.
struct JSONMembers {
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

    /// A member that isn't `null`, which is as good as none.
    private func present(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }
}

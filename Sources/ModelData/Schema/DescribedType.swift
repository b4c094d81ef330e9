/// A type in the description of a schema, which can be written to a file and found again in another run.
struct DescribedType: Hashable, Codable, Sendable {
    /// The type's full name, such as `Swift.String`. Two types are the same if they have the same name.
    let name: String
    /// The name by which the Swift runtime finds the type; nil if it can't.
    private let runtimeName: String?

    private enum CodingKeys: String, CodingKey {
        case name
        case runtimeName = "runtime"
    }

    init(_ type: any Any.Type) {
        name = Self.name(of: type)
        runtimeName = _mangledTypeName(type)
    }

    /// The type; nil if the program doesn't contain it.
    ///
    /// The runtime trusts its own names: others can contain addresses. So a name from a file is only tried if
    /// it consists of letters, digits and underscores, and the found type must have the expected name.
    var type: (any Any.Type)? {
        guard let runtimeName, !runtimeName.isEmpty,
            runtimeName.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x5F
            }),
            let found = _typeByName(runtimeName), Self.name(of: found) == name
        else { return nil }
        return found
    }

    /// Returns the full name without the contexts of private types, whose addresses differ in each run.
    private static func name(of type: any Any.Type) -> String {
        var name = String(reflecting: type)
        while let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }

    static func == (first: Self, second: Self) -> Bool { first.name == second.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The type of a described property. Two are the same if the types have the same name.
struct PropertyType: Hashable, Codable, Sendable {
    /// The type; ``UnknownType`` if the program doesn't contain it.
    let type: any Any.Type
    /// The encoded form of a type that the program doesn't contain.
    private let unknown: DescribedType?

    init(_ type: any Any.Type) {
        self.type = type
        unknown = nil
    }

    /// The type as it is written to files.
    var described: DescribedType { unknown ?? DescribedType(type) }

    init(from decoder: any Decoder) throws {
        let described = try DescribedType(from: decoder)
        let found = described.type
        type = found ?? UnknownType.self
        unknown = found == nil ? described : nil
    }

    func encode(to encoder: any Encoder) throws { try described.encode(to: encoder) }

    static func == (first: Self, second: Self) -> Bool { first.described == second.described }

    func hash(into hasher: inout Hasher) { hasher.combine(described) }
}

/// The type of a described property whose own type the program doesn't contain.
enum UnknownType {}

import Basics
import Foundation
import Localization

extension JSONDocument {
    /// Decodes a value. Errors contain its path.
    ///
    /// On Linux, this is several times faster than Foundation's decoder.
    ///
    /// ```swift
    /// struct Mission: Decodable { let id: Int; let launchDate: CivilDate? }
    /// let bytes = Array("[{\"id\": 11, \"launchDate\": \"1969-07-16\"}]".utf8)
    /// let missions = try JSONDocument(bytes).decode([Mission].self)
    /// ```
    ///
    /// - Parameter type: The type to decode.
    /// - Throws: ``JSONProblem`` with the path of a missing or mismatched value, and the errors of the type
    ///   itself.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoding = JSONDecoding(self)
        do {
            return try decoding.decode(type, at: 0)
        } catch let error as DecodingError {
            throw decoding.problem(error)
        }
    }
}

/// A document that is decoded.
final class JSONDecoding {
    let document: JSONDocument
    /// The document's bytes and nodes, copied for faster access.
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(_ document: JSONDocument) {
        self.document = document
        bytes = document.bytes
        nodes = document.nodes
    }

    /// Converts an error that a type's own decoding has thrown.
    func problem(_ error: DecodingError) -> JSONProblem {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
            }
        let path = JSONPath(
            context.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
        if case .keyNotFound(let key, _) = error {
            return .missing(path[key.stringValue], expected: text("a value"))
        }
        guard let index = document.index(of: path) else {
            return .missing(path, expected: text("a value"))
        }
        return .mismatch(
            path, expected: text("an allowed value"), found: document.localizedDescription(of: nodes[index]))
    }

    func mismatch(_ index: Int, _ expected: LocalizedText) -> JSONProblem {
        .mismatch(
            document.path(to: index), expected: expected,
            found: document.localizedDescription(of: nodes[index]))
    }

    /// The key after the last found key. It is compared first, because types usually ask for keys in the
    /// order of the text.
    private var expected: (object: Int, key: Int) = (-1, 0)

    /// Returns the index of a member's value in an object, found by linear search; `nil` if the key is
    /// missing.
    func member(_ key: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
        if expected.object == object, isEqual(nodes[expected.key], key) { return found(expected.key, object) }
        var candidate = object + 1
        for _ in 0..<nodes[object].count {
            if isEqual(nodes[candidate], key) { return found(candidate, object) }
            candidate = Int(nodes[candidate + 1].next)
        }
        return nil
    }

    private func found(_ key: Int, _ object: Int) -> Int {
        let next = Int(nodes[key + 1].next)
        expected = next < Int(nodes[object].next) ? (object, next) : (-1, 0)
        return key + 1
    }

    private func isEqual(_ node: JSONNode, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if node.hasEscapes { return document.string(node).utf8.elementsEqual(key) }
        let start = Int(node.start)
        guard Int(node.end) - start == key.count else { return false }
        for index in 0..<key.count where bytes[start + index] != key[index] { return false }
        return true
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        if Self.isBuiltIn(type) { return try builtIn(type, index) }
        if nodes[index].kind == .array { return try list(type, index) }
        return try Value(from: JSONNodeDecoder(decoding: self, index: index))
    }

    /// Whether the decoder itself reads the values of a type, such as days. All further types decode
    /// themselves with `init(from:)`.
    private static func isBuiltIn(_ type: Any.Type) -> Bool {
        type == String.self || type == CivilDate.self || type == UUID.self
    }

    /// This function is separate from ``decode(_:at:)``, which would otherwise look up a generic type at each
    /// call.
    @inline(never)
    private func builtIn<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        let value: Any? =
            switch type {
            case is String.Type: try string(index)
            case is CivilDate.Type: try day(index)
            case is UUID.Type: try identifier(index)
            default: nil
            }
        guard let value = value as? Value else { throw mismatch(index, text("an allowed value")) }
        return value
    }

    @inline(never)
    private func list<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        if let list = type as? any JSONList.Type, let value = try list.decode(self, index) as? Value {
            return value
        }
        return try Value(from: JSONNodeDecoder(decoding: self, index: index))
    }

    func bool(_ index: Int) throws -> Bool {
        switch nodes[index].kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(index, JSONKindNames.boolean)
        }
    }

    func string(_ index: Int) throws -> String {
        guard nodes[index].kind == .string else { throw mismatch(index, JSONKindNames.string) }
        let node = nodes[index]
        if node.hasEscapes { return document.string(node) }
        return bytes.withUnsafeBufferPointer {
            String(
                decoding: UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]), as: UTF8.self)
        }
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ index: Int) throws -> Number {
        guard nodes[index].kind == .number else { throw mismatch(index, JSONKindNames.wholeNumber) }
        if let small = smallInteger(nodes[index]), let number = Number(exactly: small) { return number }
        let digits = document.characters(nodes[index])
        if let number = Number(digits) { return number }
        // Whole numbers may also have the form 1.0 or 1e3.
        if let number = Double(digits), let whole = Number(exactly: number) { return whole }
        let isWhole = digits.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 }
        let range = text("a whole number from %1$@ to %2$@", String(Number.min), String(Number.max))
        throw mismatch(index, isWhole ? range : JSONKindNames.wholeNumber)
    }

    /// Returns a number of up to 18 digits; `nil` for other numbers.
    private func smallInteger(_ node: JSONNode) -> Int? {
        var start = Int(node.start)
        let isNegative = bytes[start] == UInt8(ascii: "-")
        if isNegative { start += 1 }
        guard Int(node.end) - start <= 18 else { return nil }
        var value = 0
        for index in start..<Int(node.end) {
            guard 0x30...0x39 ~= bytes[index] else { return nil }
            value = value * 10 + Int(bytes[index] - 0x30)
        }
        return isNegative ? -value : value
    }

    func double(_ index: Int) throws -> Double {
        guard nodes[index].kind == .number else { throw mismatch(index, JSONKindNames.number) }
        if let short = shortDecimal(nodes[index]) { return short }
        guard let number = Double(document.characters(nodes[index])), number.isFinite else {
            throw mismatch(index, JSONKindNames.number)
        }
        return number
    }

    /// The powers of ten from 0 to 15.
    private static let powersOfTen: [Double] = (0...15).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Returns a number of up to 15 digits without an exponent; `nil` for other numbers.
    ///
    /// Such digits, as a whole number, and the power of ten are exact. Therefore their quotient is the number
    /// nearest to the decimal fraction.
    private func shortDecimal(_ node: JSONNode) -> Double? {
        var start = Int(node.start)
        let isNegative = bytes[start] == UInt8(ascii: "-")
        if isNegative { start += 1 }
        guard Int(node.end) - start <= 16 else { return nil }
        var digits = 0, count = 0
        var point: Int?
        for index in start..<Int(node.end) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                point = count
            } else {
                guard 0x30...0x39 ~= byte else { return nil }
                digits = digits * 10 + Int(byte - 0x30)
                count += 1
            }
        }
        guard count <= 15 else { return nil }
        let value = Double(digits) / Self.powersOfTen[count - (point ?? count)]
        return isNegative ? -value : value
    }

    private func day(_ index: Int) throws -> CivilDate {
        guard nodes[index].kind == .string, let day = CivilDate(document.string(nodes[index])) else {
            throw mismatch(index, JSONKindNames.day)
        }
        return day
    }

    /// Returns a UUID of 36 characters. Foundation's UUID parser would take longer than decoding the rest of
    /// a record.
    func identifier(_ index: Int) throws -> UUID {
        let node = nodes[index]
        guard node.kind == .string, !node.hasEscapes,
            let identifier = bytes.withUnsafeBufferPointer({
                UUID(text: UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
            })
        else { throw mismatch(index, JSONKindNames.identifier) }
        return identifier
    }
}

/// A type that is an array in JSON. The decoder reads arrays itself, because it knows their length and can
/// reserve memory.
protocol JSONList {
    static func decode(_ decoding: JSONDecoding, _ index: Int) throws -> Self
}

extension Array: JSONList where Element: Decodable {
    static func decode(_ decoding: JSONDecoding, _ index: Int) throws -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(Int(decoding.nodes[index].count))
        var element = index + 1
        for _ in 0..<decoding.nodes[index].count {
            result.append(try decoding.decode(Element.self, at: element))
            element = Int(decoding.nodes[element].next)
        }
        return result
    }
}

extension JSONDocument {
    /// Returns the index of the node at a path; `nil` if there is none.
    func index(of path: JSONPath) -> Int? {
        var current = 0
        for step in path.steps {
            switch step {
            case .key(let wanted):
                guard nodes[current].kind == .object,
                    let key = JSONMembers(nodes: nodes, container: current).first(where: {
                        string(nodes[$0]) == wanted
                    })
                else { return nil }
                current = key + 1
            case .index(let index):
                guard nodes[current].kind == .array, index >= 0, index < Int(nodes[current].count) else {
                    return nil
                }
                current += 1
                for _ in 0..<index { current = Int(nodes[current].next) }
            }
        }
        return current
    }
}

/// A place in a JSON text: the keys and numbers that lead to a value, as in `missions[3].crew[1].name`.
///
/// ```swift
/// let place = JSONPath()[3]["crew"][1]["name"]
/// place.description(root: "missions")  // missions[3].crew[1].name
/// ```
public struct JSONPath: Hashable, Sendable {
    /// One step into an object or an array.
    public enum Step: Hashable, Sendable {
        /// To the value of a key.
        case key(String)
        /// To an element, counted from 0.
        case index(Int)
    }

    /// The steps, from the outermost value.
    public var steps: [Step]

    /// Makes a path; without steps it is the place of the outermost value.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The place of an element, counted from 0.
    public subscript(index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

    /// The place of a key's value.
    public subscript(key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

    /// The path as people write it. A key that isn't a plain word stands in brackets and quotes.
    ///
    /// - Parameter root: What the outermost value is called, such as the file's name without its ending.
    public func description(root: String) -> String {
        steps.reduce(into: root) { result, step in
            switch step {
            case .index(let index): result += "[\(index)]"
            case .key(let key):
                result += Self.isWord(key) ? ".\(key)" : "[\"\(key)\"]"
            }
        }
    }

    private static func isWord(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return key.unicodeScalars.allSatisfy {
            $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || $0.isDigit
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension JSONDocument {
    /// The path to the node with an index. It is worked out only where something is wrong with the node.
    func path(to target: Int) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var container = 0
        while container < target {
            let isObject = nodes[container].kind == .object
            var child = container + 1
            for index in 0..<Int(nodes[container].count) {
                let value = isObject ? child + 1 : child
                let next = Int(nodes[value].next)
                if target < next {
                    steps.append(isObject ? .key(string(nodes[child])) : .index(index))
                    child = value
                    break
                }
                child = next
            }
            guard child > container, child <= target else { break }
            container = child
        }
        return JSONPath(steps)
    }
}

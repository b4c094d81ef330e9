/// A path to a value in a JSON text, such as `missions[3].crew[1].name`.
///
/// ```swift
/// let place = JSONPath()[3]["crew"][1]["name"]
/// place.description(root: "missions")  // missions[3].crew[1].name
/// ```
public struct JSONPath: Hashable, Sendable {
    /// A step into an object or an array.
    public enum Step: Hashable, Sendable {
        /// A step to the value of a key.
        case key(String)
        /// A step to an element of an array, by its index from 0.
        case index(Int)
    }

    /// The steps, from the outermost value.
    public var steps: [Step]

    /// Creates a path. Without steps, it leads to the outermost value.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns the path to the element at an index, from 0.
    public subscript(index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

    /// Returns the path to a key's value.
    public subscript(key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

    /// Returns the path in the usual notation. A key that isn't a plain word is put into brackets and quotes.
    ///
    /// - Parameter root: The name of the outermost value, such as the file's name without its extension.
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
    /// Returns the path to the node at an index. It is computed only for error messages.
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

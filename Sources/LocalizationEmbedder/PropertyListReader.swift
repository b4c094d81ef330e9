/// A value of a property list: only the types that string tables need.
indirect enum PropertyListValue {
    case string(String, line: Int)
    case dictionary([(key: String, line: Int, value: PropertyListValue)], line: Int)

    var line: Int {
        switch self {
        case .string(_, let line), .dictionary(_, let line): line
        }
    }
}

/// Reads an XML property list of dictionaries and strings, and preserves line numbers and the order of keys.
///
/// Foundation's reader drops duplicate keys and doesn't report lines. Error messages for translators need
/// both.
struct PropertyListReader {
    private let path: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1

    init(path: String, contents: String) {
        self.path = path
        scalars = Array(contents.unicodeScalars)
        if scalars.first == "\u{FEFF}" { position = 1 }
    }

    /// Returns the value of the property list.
    mutating func value() throws -> PropertyListValue {
        guard try tag() == "plist" else { throw error("this is not a property list: <plist> is missing") }
        let value = try self.value(of: try tag())
        guard try tag() == "/plist" else { throw error("</plist> is missing") }
        return value
    }

    private mutating func value(of tag: String) throws -> PropertyListValue {
        let start = line
        switch tag {
        case "string": return .string(try text(upTo: "/string"), line: start)
        case "string/": return .string("", line: start)
        case "dict/": return .dictionary([], line: start)
        case "dict":
            var entries: [(key: String, line: Int, value: PropertyListValue)] = []
            while true {
                switch try self.tag() {
                case "/dict": return .dictionary(entries, line: start)
                case "key":
                    let keyLine = line
                    let key = try text(upTo: "/key")
                    if let first = entries.first(where: { $0.key == key }) {
                        throw error("the key “\(key)” is already on line \(first.line)", line: keyLine)
                    }
                    entries.append((key, keyLine, try value(of: try self.tag())))
                case let other: throw error("<key> or </dict> is needed here, not <\(other)>")
                }
            }
        default: throw error("a string table holds only <dict> and <string>, not <\(tag)>")
        }
    }

    private func error(_ message: String, line: Int? = nil) -> TableError {
        TableError(path: path, line: line ?? self.line, message: message)
    }

    private mutating func next() -> Unicode.Scalar? {
        guard position < scalars.count else { return nil }
        let scalar = scalars[position]
        position += 1
        if scalar == "\n" { line += 1 }
        return scalar
    }

    private func isNext(_ string: String) -> Bool {
        scalars[position...].starts(with: string.unicodeScalars)
    }

    private mutating func skip(through end: String, of what: String) throws {
        let start = line
        while position < scalars.count {
            if isNext(end) {
                position += end.unicodeScalars.count
                return
            }
            _ = next()
        }
        throw error("\(what) has no end", line: start)
    }

    /// Returns the next tag's name, with the slash of a closing or an empty tag. Comments and declarations
    /// are skipped.
    private mutating func tag() throws -> String {
        while let scalar = next() {
            if scalar.properties.isWhitespace { continue }
            guard scalar == "<" else { throw error("text outside <string> and <key>") }
            if isNext("!--") {
                try skip(through: "-->", of: "this comment")
            } else if isNext("!") || isNext("?") {
                try skip(through: ">", of: "this declaration")
            } else {
                return try tagName()
            }
        }
        throw error("the file ends too early")
    }

    private mutating func tagName() throws -> String {
        var name = String.UnicodeScalarView()
        var isInName = true
        var last: Unicode.Scalar = " "
        while let scalar = next() {
            if scalar == ">" {
                let result = String(name)
                return last == "/" && !result.hasSuffix("/") ? result + "/" : result
            }
            if scalar.properties.isWhitespace { isInName = false }
            if isInName { name.append(scalar) }
            last = scalar
        }
        throw error("a tag has no end")
    }

    private mutating func text(upTo end: String) throws -> String {
        var result = String.UnicodeScalarView()
        let start = line
        while let scalar = next() {
            switch scalar {
            case "<":
                if isNext("!--") {
                    try skip(through: "-->", of: "this comment")
                    continue
                }
                let tag = try tagName()
                guard tag == end else { throw error("<\(end)> is needed here, not <\(tag)>") }
                return String(result)
            case "&": result.append(try entity())
            case "\0", "\u{1}", "\u{2}": throw error("a control character in a text")
            default: result.append(scalar)
            }
        }
        throw error("<\(end)> is missing", line: start)
    }

    private mutating func entity() throws -> Unicode.Scalar {
        var name = ""
        while let scalar = next(), scalar != ";" {
            name.unicodeScalars.append(scalar)
            if name.utf8.count > 8 { break }
        }
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let value =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let value, value > 2, let scalar = Unicode.Scalar(value) else {
                throw error("“&\(name);” does not stand for a character here")
            }
            return scalar
        }
    }
}

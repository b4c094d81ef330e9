/// Parses a `.strings` file: `"key" = "text";` with `/* … */` and `//` comments.
struct StringsParser {
    private let path: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1

    init(path: String, contents: String) {
        self.path = path
        scalars = Array(contents.unicodeScalars)
        if scalars.first == "\u{FEFF}" { position = 1 }
    }

    /// Returns the entries in the order of the file.
    mutating func entries() throws -> [TableEntry] {
        var entries: [TableEntry] = []
        var lines: [String: Int] = [:]
        while true {
            try skipBlanks()
            guard position < scalars.count else { return entries }
            let start = line
            let key = try string("a key")
            try skipBlanks()
            try expect("=", after: "the key “\(key)”")
            try skipBlanks()
            let text = try string("the text of “\(key)”")
            try skipBlanks()
            try expect(";", after: "the text of “\(key)”")
            if let first = lines.updateValue(start, forKey: key) {
                throw error("the key “\(key)” is already on line \(first)", line: start)
            }
            entries.append(TableEntry(key: key, value: .text(text), line: start))
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

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    private mutating func expect(_ scalar: Unicode.Scalar, after what: String) throws {
        guard peek() == scalar else { throw error("“\(scalar)” is missing after \(what)") }
        position += 1
    }

    private mutating func skipBlanks() throws {
        while let scalar = peek() {
            if scalar.properties.isWhitespace {
                _ = next()
            } else if scalar == "/", peek(1) == "/" {
                while let scalar = peek(), scalar != "\n" { position += 1 }
            } else if scalar == "/", peek(1) == "*" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws {
        let start = line
        position += 2
        while let scalar = next() {
            if scalar == "*", peek() == "/" {
                position += 1
                return
            }
        }
        throw error("this comment has no end", line: start)
    }

    private mutating func string(_ what: String) throws -> String {
        guard peek() == "\"" else { throw error("\(what) in quotation marks is missing") }
        position += 1
        let start = line
        var result = String.UnicodeScalarView()
        while let scalar = next() {
            switch scalar {
            case "\"": return String(result)
            case "\\": result.append(try escape())
            case "\0", "\u{1}", "\u{2}": throw error("a control character in \(what)")
            default: result.append(scalar)
            }
        }
        throw error("the closing quotation mark of \(what) is missing", line: start)
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let scalar = next() else { throw error("the file ends after “\\”") }
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "\"", "\\", "'": return scalar
        case "U", "u":
            var value: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = next().flatMap({ Character($0).hexDigitValue }) else {
                    throw error("four hexadecimal digits are needed after “\\U”")
                }
                value = value * 16 + UInt32(digit)
            }
            guard value > 2, let scalar = Unicode.Scalar(value) else {
                throw error("“\\U” does not stand for a character here")
            }
            return scalar
        default: throw error("unknown escape “\\\(scalar)”")
        }
    }
}

/// An error in a table, in the form that build systems and editors recognize: `path:line: error: message`.
struct TableError: Error, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): error: \(message)" }
}

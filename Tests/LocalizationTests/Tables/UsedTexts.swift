import Foundation

/// The keys of texts that the code uses. They are literals in calls of the forms `text("…")` and
/// `LocalizedText("…", table: "…")`.
struct UsedTexts {
    /// A key and its position in the code.
    struct Use: Hashable {
        let table: String
        let key: String
        let place: String
    }

    /// The positions of calls whose key isn't a literal, because it is computed at runtime.
    private(set) var unreadable: [String] = []
    private(set) var uses: [Use] = []

    /// Reads all source files of the repository.
    init(repository: String) throws {
        var modules: [(name: String, path: String)] = [("Localization", "\(repository)/Localization/Sources")]
        for module in try FileManager.default.contentsOfDirectory(atPath: "\(repository)/Sources").sorted() {
            modules.append((module, "\(repository)/Sources/\(module)"))
        }
        for module in modules {
            let files = (FileManager.default.enumerator(atPath: module.path)?.allObjects ?? []).compactMap {
                $0 as? String
            }
            for file in files.sorted() where file.hasSuffix(".swift") {
                let source = try String(contentsOfFile: "\(module.path)/\(file)", encoding: .utf8)
                read(source, module: module.name, file: "\(module.name)/\(file)")
            }
        }
    }

    /// Reads one source file.
    init(source: String, module: String) {
        read(source, module: module, file: module)
    }

    private mutating func read(_ source: String, module: String, file: String) {
        var reader = SourceReader(source, module: module)
        while let call = reader.nextCall(of: ["text", "LocalizedText"]) {
            let place = "\(file):\(call.line)"
            if call.isPutTogether { unreadable.append(place) }
            let table = call.name == "text" ? module : call.table
            guard let table, !table.isEmpty else { continue }
            uses += call.keys.map { Use(table: table, key: $0, place: place) }
        }
    }
}

/// Searches Swift source for calls, and skips comments and string literals.
private struct SourceReader {
    struct Call {
        let name: String
        let line: Int
        /// The literals in the first argument. A conditional expression has several.
        var keys: [String] = []
        /// The literal in the argument `table`.
        var table: String?
        /// Whether a literal of the first argument contains an interpolation.
        var isPutTogether = false
    }

    private let characters: [Character]
    /// The module's name and a period, which may precede a call, for example `Shell.`.
    private let qualifier: [Character]
    private var position = 0
    private var line = 1

    init(_ source: String, module: String) {
        characters = Array(source)
        qualifier = Array("\(module).")
    }

    private func peek(_ offset: Int = 0) -> Character? {
        position + offset < characters.count ? characters[position + offset] : nil
    }

    private mutating func advance() -> Character? {
        guard let character = peek() else { return nil }
        position += 1
        if character.isNewline { line += 1 }
        return character
    }

    private func isNext(_ text: String) -> Bool {
        // Compare the first character first, because comparing slices is slow.
        peek() == text.first && characters[position...].starts(with: text)
    }

    mutating func nextCall(of names: [String]) -> Call? {
        var word = ""
        var before: Character?
        while let character = peek() {
            if character.isLetter || character.isNumber || character == "_" {
                if word.isEmpty { before = position > 0 ? characters[position - 1] : nil }
                word.append(character)
                position += 1
                continue
            }
            if character == "(", names.contains(word), before != "." || isQualified(word),
                !isDeclaration(word)
            {
                position += 1
                return call(word)
            }
            word = ""
            if !skipComment(), !skipLiteral() { _ = advance() }
        }
        return nil
    }

    private func isQualified(_ word: String) -> Bool {
        let start = position - word.count - qualifier.count
        return start >= 0 && characters[start..<start + qualifier.count].elementsEqual(qualifier)
    }

    private func isDeclaration(_ word: String) -> Bool {
        let start = position - word.count - 5
        return start >= 0 && String(characters[start..<start + 5]) == "func "
    }

    private mutating func skipComment() -> Bool {
        if isNext("//") {
            while let character = peek(), !character.isNewline { position += 1 }
            return true
        }
        if isNext("/*") {
            while position < characters.count, !isNext("*/") { _ = advance() }
            position = min(position + 2, characters.count)
            return true
        }
        return false
    }

    private mutating func skipLiteral() -> Bool {
        peek() == "\"" && literal() != nil
    }

    /// Reads the rest of a call up to its closing parenthesis.
    private mutating func call(_ name: String) -> Call {
        var call = Call(name: name, line: line)
        var depth = 0
        var argument = 0
        var label = ""
        while let character = peek() {
            if skipComment() { continue }
            if character == "\"" {
                let (text, isPutTogether) = literal() ?? ("", false)
                if argument == 0, depth == 0 {
                    call.keys.append(text)
                    if isPutTogether { call.isPutTogether = true }
                } else if label == "table", depth == 0 {
                    call.table = text
                }
                continue
            }
            // Stop before a nested call, which the next search finds.
            if depth >= 0, argument > 0, isNext("text("), !(characters[position - 1].isLetter) { return call }
            switch character {
            // If the first argument has a label, this is another function of the same name.
            case ":" where argument == 0 && depth == 0 && call.keys.isEmpty:
                return Call(name: name, line: line)
            case "(", "[", "{": depth += 1
            case ")", "]", "}":
                if depth == 0 { return call }
                depth -= 1
            case "," where depth == 0:
                argument += 1
                label = ""
            case _ where character.isLetter && depth == 0: label.append(character)
            case _ where character.isWhitespace: if peek(-1) != ":" { label = "" }
            default: break
            }
            _ = advance()
        }
        return call
    }

    /// Returns the value of the literal at the current position, and whether it contains an interpolation.
    private mutating func literal() -> (text: String, isPutTogether: Bool)? {
        let quotes = isNext("\"\"\"") ? 3 : 1
        position += quotes
        let end = String(repeating: "\"", count: quotes)
        var text = ""
        var isPutTogether = false
        while position < characters.count {
            if isNext(end) {
                position += quotes
                return (quotes == 3 ? unindented(text) : text, isPutTogether)
            }
            guard let character = advance() else { break }
            guard character == "\\", let escaped = advance() else {
                text.append(character)
                continue
            }
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "u":
                let digits = characters[(position + 1)...].prefix { $0 != "}" }
                position += digits.count + 2
                if let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value) {
                    text.unicodeScalars.append(scalar)
                }
            case "(":
                isPutTogether = true
                skipInterpolation()
            case _ where escaped.isNewline: text.append("\\\n")
            default: text.append(escaped)
            }
        }
        return nil
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while depth > 0, let character = peek() {
            if skipLiteral() { continue }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            _ = advance()
        }
    }

    /// Returns the text of a multi-line literal without its indentation. Lines that end with a backslash are
    /// joined with the next line.
    private func unindented(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indentation = lines.popLast()?.count ?? 0
        return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
            .replacingOccurrences(of: "\\\n", with: "")
    }
}

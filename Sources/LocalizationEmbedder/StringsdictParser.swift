/// Parses a `.stringsdict` file, whose texts depend on numbers.
struct StringsdictParser {
    let path: String
    let contents: String

    /// Returns the entries in the order of the file.
    func entries() throws -> [TableEntry] {
        var reader = PropertyListReader(path: path, contents: contents)
        let root = try reader.value()
        guard case .dictionary(let entries, _) = root else {
            throw error("a <dict> of texts is needed here", line: root.line)
        }
        return try entries.map { entry in
            TableEntry(key: entry.key, value: .plural(try plural(entry.key, entry.value)), line: entry.line)
        }
    }

    private func error(_ message: String, line: Int) -> TableError {
        TableError(path: path, line: line, message: message)
    }

    private func plural(_ key: String, _ value: PropertyListValue) throws -> PluralEntry {
        guard case .dictionary(let parts, let line) = value else {
            throw error("“\(key)” needs a <dict> with NSStringLocalizedFormatKey", line: value.line)
        }
        var format: String?
        var variables: [PluralEntry.Variable] = []
        for part in parts {
            if part.key == "NSStringLocalizedFormatKey" {
                format = try string(part.value, of: part.key)
            } else {
                variables.append(try variable(part.key, part.value))
            }
        }
        guard let format else { throw error("“\(key)” has no NSStringLocalizedFormatKey", line: line) }
        let names = Set(variables.map(\.name))
        let texts = [format] + variables.flatMap { $0.forms.map(\.text) }
        let used = Set(texts.flatMap(PluralReferences.names))
        if let unknown = used.subtracting(names).min() {
            throw error("“\(key)” uses the variable “\(unknown)” and does not describe it", line: line)
        }
        if let unused = names.subtracting(used).min() {
            throw error("“\(key)” describes the variable “\(unused)” and does not use it", line: line)
        }
        return PluralEntry(format: format, variables: variables)
    }

    private func variable(_ name: String, _ value: PropertyListValue) throws -> PluralEntry.Variable {
        guard case .dictionary(let parts, let line) = value else {
            throw error("the variable “\(name)” needs a <dict> of plural forms", line: value.line)
        }
        var forms: [(category: String, text: String)] = []
        var isPlural = false
        for part in parts {
            let text = try string(part.value, of: part.key)
            switch part.key {
            case "NSStringFormatSpecTypeKey":
                isPlural = text == "NSStringPluralRuleType"
            case "NSStringFormatValueTypeKey":
                continue
            case let category where PluralEntry.categories.contains(category):
                forms.append((category, text))
            default:
                throw error("“\(part.key)” is not a plural category", line: part.line)
            }
        }
        guard isPlural else {
            throw error("“\(name)”: NSStringFormatSpecTypeKey must be NSStringPluralRuleType", line: line)
        }
        guard forms.contains(where: { $0.category == "other" }) else {
            throw error("the variable “\(name)” has no form for “other”", line: line)
        }
        return PluralEntry.Variable(name: name, forms: forms)
    }

    private func string(_ value: PropertyListValue, of key: String) throws -> String {
        guard case .string(let string, _) = value else {
            throw error("“\(key)” needs a <string>", line: value.line)
        }
        return string
    }
}

/// Finds the variables in a format, such as `%#@books@` and `%1$#@books@`.
enum PluralReferences {
    static func names(in format: String) -> [String] {
        var names: [String] = []
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            var after = rest.dropFirst(digits.count)
            if !digits.isEmpty {
                guard after.first == "$" else { continue }
                after = after.dropFirst()
            }
            guard after.hasPrefix("#@") else { continue }
            let name = after.dropFirst(2).prefix { $0 != "@" }
            names.append(String(name))
            rest = after.dropFirst(2 + name.count).dropFirst()
        }
        return names
    }
}

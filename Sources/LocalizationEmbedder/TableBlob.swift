/// A table as one string that is searched where it lies, without being parsed first.
///
/// It begins with the number of entries and then, for each entry in the order of the keys' UTF-8 bytes, the byte
/// offset of the entry in what follows: all as decimals of seven digits. An entry is its key, a zero byte, its value
/// and another zero byte. A value is `=` and a text, or `#` and a format followed by its variables: each of them a
/// byte 1, a name, and pairs of a plural category and a text, each of these after a byte 2.
///
/// `StringTable` in the Localization library reads this form.
struct TableBlob {
    let entries: [TableEntry]

    var string: String {
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var index = number(sorted.count)
        var body = ""
        for entry in sorted {
            index += number(body.utf8.count)
            body += "\(entry.key)\0\(encoded(entry.value))\0"
        }
        return index + body
    }

    private func number(_ value: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    private func encoded(_ value: TableEntry.Value) -> String {
        switch value {
        case .text(let text): return "=" + text
        case .plural(let plural):
            let variables = plural.variables.map { variable in
                "\u{1}" + variable.name + variable.forms.map { "\u{2}\($0.category)\u{2}\($0.text)" }.joined()
            }
            return "#" + plural.format + variables.joined()
        }
    }
}

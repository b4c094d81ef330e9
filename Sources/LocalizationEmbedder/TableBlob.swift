/// A string table encoded as one string that can be searched without parsing.
///
/// The string starts with an index. The index contains the number of entries, followed by the offset of each
/// entry, relative to the end of the index. The entries are in the byte order of their keys. All numbers in
/// the index have seven decimal digits. An entry consists of its key, a zero byte, its value and another zero
/// byte. A value is `=` and a text, or `#`, a format and its variables. A variable consists of a byte 1, a
/// name, and pairs of a plural category and a text, each preceded by a byte 2.
///
/// `StringTable` in the Localization library reads this format.
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

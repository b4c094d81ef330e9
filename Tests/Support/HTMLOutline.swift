/// The elements of an HTML document whose elements are all closed, as our programs write it.
///
/// ```swift
/// let outline = HTMLOutline(page)
/// #expect(outline.problems.isEmpty && outline.headings == [1, 2])
/// ```
public struct HTMLOutline {
    /// What is wrong with the document; empty if it is well-formed, runs nothing and requests nothing.
    public private(set) var problems: [String] = []
    /// The levels of the headings, in order.
    public private(set) var headings: [Int] = []
    /// The number of elements by name.
    public private(set) var counts: [String: Int] = [:]
    /// The values of the attribute `id`.
    public private(set) var identifiers: Set<String> = []

    /// Reads a document.
    public init(_ document: String) {
        guard document.hasPrefix("<!DOCTYPE html>\n") else {
            problems = ["no document type"]
            return
        }
        var open: [String] = []
        var rest = document.dropFirst("<!DOCTYPE html>".count)
        while let bracket = rest.firstIndex(of: "<") {
            checkText(rest[..<bracket])
            rest = rest[bracket...]
            guard
                let tag = rest.prefixMatch(of: #/<(/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+="[^"<>]*")*)(/?)>/#)
            else {
                problems.append("not a tag: \(rest.prefix(60))")
                return
            }
            rest = rest[tag.range.upperBound...]
            let name = String(tag.2)
            if !tag.1.isEmpty {
                if open.popLast() != name { problems.append("</\(name)> closes another element") }
                continue
            }
            counts[name, default: 0] += 1
            checkAttributes(String(tag.3), of: name)
            if name.count == 2, name.hasPrefix("h"), let level = name.last?.wholeNumberValue {
                headings.append(level)
            }
            if tag.4.isEmpty { open.append(name) }
            if name == "style", let end = rest.firstRange(of: "</style>") { rest = rest[end.lowerBound...] }
        }
        if !open.isEmpty { problems.append("not closed: \(open)") }
        for name in ["script", "img", "iframe", "object", "embed", "base", "form"]
        where counts[name] != nil {
            problems.append("an element that isn't allowed: \(name)")
        }
        if headings.first != 1 || headings.count(where: { $0 == 1 }) != 1 {
            problems.append("not exactly one heading of level 1: \(headings)")
        }
        if zip(headings, headings.dropFirst()).contains(where: { $1 > $0 + 1 }) {
            problems.append("skipped levels of headings: \(headings)")
        }
    }

    private mutating func checkText(_ text: Substring) {
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            rest = rest[ampersand...]
            guard let entity = rest.prefixMatch(of: #/&(amp|lt|gt|quot);/#) else {
                return problems.append("an ampersand that isn't escaped: \(rest.prefix(30))")
            }
            rest = rest[entity.range.upperBound...]
        }
        if text.contains(">") { problems.append("a bracket that isn't escaped: \(text.suffix(30))") }
    }

    private mutating func checkAttributes(_ attributes: String, of element: String) {
        for match in attributes.matches(of: #/ ([a-zA-Z-]+)="([^"]*)"/#) {
            let (name, value) = (String(match.1), String(match.2))
            checkText(value[...])
            if name == "id", !identifiers.insert(value).inserted {
                problems.append("an identifier that isn't unique: \(value)")
            }
            let isLink = element == "a" && (value.hasPrefix("https://") || value.hasPrefix("http://"))
            if name.hasPrefix("on") || name == "src" || name == "style"
                || name == "href" && value != "data:," && !isLink
            {
                problems.append("an attribute that isn't allowed: \(element) \(name)")
            }
        }
    }
}

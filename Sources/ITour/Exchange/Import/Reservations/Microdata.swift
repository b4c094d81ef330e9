import Shell

/// Reads the items that attributes of a page describe (microdata). Some senders write reservations in this form instead of
/// JSON-LD.
struct Microdata {
    private final class Item {
        let type: String
        var values: [(name: String, value: Value)] = []

        init(type: String) { self.type = type }
    }

    private enum Value {
        case text(String)
        case item(Item)
    }

    /// An element that isn't closed yet.
    private struct Element {
        let name: String
        /// The item that the element describes.
        var item: Item?
        /// The item to which the text of the element belongs, and the names of the value there.
        var owner: Item?
        var properties: [String] = []
        var text: [UInt8] = []
    }

    private let bytes: [UInt8]
    private var position = 0
    private var open: [Element] = []
    /// The items that aren't values of another one.
    private var items: [Item] = []

    /// Elements without an end.
    private static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
    ]
    /// The attributes with a value, in the order in which they count.
    private static let valueAttributes = ["content", "href", "src", "datetime", "value"]
    /// The maximum number of elements within each other.
    private static let maximumDepth = 500
    /// The maximum length of a text in bytes.
    private static let longestText = 4096
    /// The maximum number of items within each other that are written.
    private static let maximumItems = 16

    /// Returns the items of a page as texts in JSON, with the names of JSON-LD.
    static func texts(in html: String) -> [String] {
        guard html.contains("itemscope") else { return [] }
        var reader = Microdata(html)
        reader.read()
        return reader.items.map { value(of: $0, depth: 0).json }
    }

    private init(_ html: String) { bytes = Array(html.utf8) }

    // MARK: Reading

    private mutating func read() {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            collect(bytes[position..<start])
            position = start + 1
            if bytes[position...].starts(with: "!--".utf8) {
                position =
                    LinkedData.find("-->", in: bytes[...], from: position).map { $0 + 3 } ?? bytes.count
            } else if let next = byte, next == UInt8(ascii: "/") || Self.isLetter(next) {
                readTag()
            } else {
                collect([UInt8(ascii: "<")])
            }
        }
        while !open.isEmpty { close() }
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func collect(_ text: ArraySlice<UInt8>) {
        for index in open.indices where open[index].owner != nil && open[index].text.count < Self.longestText
        {
            open[index].text += text.prefix(Self.longestText)
        }
    }

    /// Returns the bytes before the first one that ends them, and moves there.
    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while let byte, !isEnd(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readTag() {
        let isEnd = byte == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let name = word { Self.isSpace($0) || "/>".utf8.contains($0) }.lowercased()
        let attributes = readAttributes()
        if isEnd {
            guard let index = open.lastIndex(where: { $0.name == name }) else { return }
            while open.count > index { close() }
            return
        }
        if name == "script" || name == "style" {
            position = LinkedData.find("</\(name)", in: bytes[...], from: position) ?? bytes.count
            return
        }
        begin(name, attributes)
    }

    /// Reads the attributes and the end of a tag. A `>` in quotes doesn't end it.
    private mutating func readAttributes() -> [String: String] {
        var attributes: [String: String] = [:]
        while let next = byte, next != UInt8(ascii: ">") {
            if Self.isSpace(next) || "/=\"'".utf8.contains(next) {
                position += 1
                continue
            }
            let key = word { Self.isSpace($0) || "=/>".utf8.contains($0) }.lowercased()
            while let byte, Self.isSpace(byte) { position += 1 }
            guard byte == UInt8(ascii: "=") else {
                attributes[key] = ""
                continue
            }
            position += 1
            while let byte, Self.isSpace(byte) { position += 1 }
            if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                position += 1
                attributes[key] = word { $0 == quote }
                position += 1
            } else {
                attributes[key] = word { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
            }
        }
        position = min(position + 1, bytes.count)
        return attributes
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        let owner = open.last { $0.item != nil }?.item
        let properties = (attributes["itemprop"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        var element = Element(name: name)
        if attributes["itemscope"] != nil {
            let item = Item(type: attributes["itemtype"] ?? "")
            element.item = item
            if let owner, !properties.isEmpty {
                owner.values += properties.map { ($0, .item(item)) }
            } else {
                items.append(item)
            }
        } else if let owner, !properties.isEmpty {
            if let written = Self.valueAttributes.lazy.compactMap({ attributes[$0] }).first {
                owner.values += properties.map { ($0, .text(PlainText.text(html: written))) }
            } else {
                (element.owner, element.properties) = (owner, properties)
            }
        }
        if !Self.empty.contains(name), open.count < Self.maximumDepth { open.append(element) }
    }

    /// Closes the last open element.
    private mutating func close() {
        let element = open.removeLast()
        guard let owner = element.owner else { return }
        let text = PlainText.text(html: String(decoding: element.text, as: UTF8.self))
        owner.values += element.properties.map { ($0, .text(text)) }
    }

    // MARK: Writing

    private static func value(of item: Item, depth: Int) -> Cell.RawValue {
        let groups = Dictionary(grouping: item.values, by: \.name).sorted { $0.key < $1.key }
        let members = groups.compactMap { name, all -> Cell.RawValue.Member? in
            let values = all.compactMap { entry -> Cell.RawValue? in
                switch entry.value {
                case .text(let text): .string(text)
                case .item(let item): depth < maximumItems ? value(of: item, depth: depth + 1) : nil
                }
            }
            return values.isEmpty ? nil : .init(name, values.count == 1 ? values[0] : .list(values))
        }
        return .object([.init("@type", .string(item.type))] + members)
    }
}

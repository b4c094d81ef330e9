/// The contribution of one of the characters U+0000 to U+017F to a key, packed into a number.
struct FastElement: Hashable, Sendable {
    /// How many characters are packed: up to the end of the Latin letters of European languages.
    static let count = 0x180

    private let bits: UInt32

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// Nothing.
    static let ignorable = FastElement(bits: 0)
    /// More than can be packed.
    static let complex = FastElement(bits: 1 << 31)

    /// An element, the weight of a mark behind it, and whether more characters may belong to it.
    init(_ element: CollationElement, mark: UInt8 = 0, beginsContraction: Bool = false) {
        bits =
            element.primary & 0xFF | UInt32(element.secondary) << 8 | UInt32(element.tertiary & 0x3F) << 16
            | UInt32(mark) << 22 | (beginsContraction ? 1 << 30 : 0)
    }

    /// Two elements, of which the second is a mark; more can't be packed.
    static func pair(_ elements: [CollationElement]) -> FastElement {
        guard elements.count == 2, elements[1].primary == 0 else { return .complex }
        return FastElement(elements[0], mark: elements[1].secondary)
    }

    var isComplex: Bool { bits >> 31 != 0 }
    var beginsContraction: Bool { bits & 1 << 30 != 0 }
    var primary: UInt8 { UInt8(truncatingIfNeeded: bits) }
    var secondary: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    var tertiary: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) & 0x3F }
    var mark: UInt8 { UInt8(truncatingIfNeeded: bits >> 22) }
}

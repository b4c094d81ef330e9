import Foundation

/// Writes collation keys level by level. One writer can write many keys.
struct CollationKeyWriter {
    private let table: CollationTable
    /// The primary weights.
    private var primaries: [UInt8] = []
    private var secondaries = Level()
    private var tertiaries = Level()
    /// A cache of the collation elements of letters without an explicit position. It contains the letters
    /// that occurred so far.
    private var letters: [Unicode.Scalar: CollationElement] = [:]

    init(table: CollationTable) {
        self.table = table
        primaries.reserveCapacity(64)
    }

    /// The weights of a level. The common weights at the end are left out. Most strings have hardly any other
    /// weights, so this shortens the keys.
    private struct Level {
        var bytes: [UInt8] = []
        var pending = 0

        @inline(__always)
        mutating func append(_ weight: UInt8) {
            if weight == CollationElement.common {
                pending += 1
            } else {
                write(weight)
            }
        }

        private mutating func write(_ weight: UInt8) {
            while pending > 0 {
                bytes.append(CollationElement.common)
                pending -= 1
            }
            bytes.append(weight)
        }

        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            pending = 0
        }
    }

    /// Appends the key of a string to bytes.
    mutating func write(_ string: String, to bytes: inout [UInt8]) {
        primaries.removeAll(keepingCapacity: true)
        secondaries.removeAll()
        tertiaries.removeAll()
        var string = string
        if !string.withUTF8({ appendFast($0) }) {
            primaries.removeAll(keepingCapacity: true)
            secondaries.removeAll()
            tertiaries.removeAll()
            append(Array(string.decomposedStringWithCanonicalMapping.unicodeScalars)[...])
        }
        bytes.append(contentsOf: primaries)
        if secondaries.bytes.isEmpty && tertiaries.bytes.isEmpty { return }
        bytes.append(1)
        bytes.append(contentsOf: secondaries.bytes)
        if tertiaries.bytes.isEmpty { return }
        bytes.append(1)
        bytes.append(contentsOf: tertiaries.bytes)
    }

    /// Appends a string if all its characters are simple and not above U+017F. Otherwise returns `false`; a
    /// part of the string may then be appended.
    private mutating func appendFast(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        table.fast.withUnsafeBufferPointer { fast in
            var index = 0
            while index < bytes.count {
                var scalar = Int(bytes[index])
                index += 1
                if scalar >= 0x80 {
                    guard scalar <= 0xC5, index < bytes.count else { return false }
                    scalar = (scalar & 0x1F) << 6 | Int(bytes[index] & 0x3F)
                    index += 1
                }
                let element = fast[scalar]
                if element.beginsContraction, let contraction = contraction(bytes, from: index - 1) {
                    for element in contraction.elements { append(element) }
                    index += contraction.scalars.count - 1
                    continue
                }
                if element.isComplex {
                    guard let scalar = Unicode.Scalar(UInt32(scalar)) else { return false }
                    append(Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)[...])
                    continue
                }
                if element.primary == 0 { continue }
                primaries.append(element.primary)
                secondaries.append(element.secondary)
                tertiaries.append(element.tertiary)
                if element.mark != 0 {
                    secondaries.append(element.mark)
                    tertiaries.append(CollationElement.common)
                }
            }
            return true
        }
    }

    /// Returns the longest contraction (letters that are ordered as a unit, such as “cs”) of ASCII letters
    /// that starts here.
    private func contraction(
        _ bytes: UnsafeBufferPointer<UInt8>, from index: Int
    ) -> CollationTable.Contraction? {
        table.contractions[Unicode.Scalar(bytes[index])]?.first { candidate in
            index + candidate.scalars.count <= bytes.count
                && candidate.scalars.indices.allSatisfy {
                    candidate.scalars[$0].isASCII && candidate.scalars[$0].value == UInt32(bytes[index + $0])
                }
        }
    }

    /// Appends characters in canonically decomposed form.
    private mutating func append(_ scalars: ArraySlice<Unicode.Scalar>, isVariant: Bool = false) {
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let rest = scalars[index...]
            if let match = contraction(rest) {
                for element in match.elements { append(element, isVariant: isVariant) }
                index += match.scalars.count
                continue
            }
            index += 1
            if let element = table.singles[scalar] ?? letters[scalar] {
                append(element, isVariant: isVariant)
            } else {
                append(other: scalar, isVariant: isVariant)
            }
        }
    }

    /// Returns the longest contraction that starts here. Its last letter must not have an additional accent:
    /// “Džamonja” doesn't contain the Hungarian dz.
    private func contraction(_ scalars: ArraySlice<Unicode.Scalar>) -> CollationTable.Contraction? {
        guard let first = scalars.first, let candidates = table.contractions[first] else { return nil }
        return candidates.first { candidate in
            guard scalars.starts(with: candidate.scalars) else { return false }
            let next = scalars.dropFirst(candidate.scalars.count).first
            guard candidate.scalars.last?.isASCII == true, let next else { return true }
            return table.mark(next) == nil
        }
    }

    private mutating func append(_ element: CollationElement, isVariant: Bool = false) {
        if element.primary > 0xFF_FFFF { primaries.append(UInt8(truncatingIfNeeded: element.primary >> 24)) }
        if element.primary > 0xFF {
            primaries.append(UInt8(truncatingIfNeeded: element.primary >> 16))
            primaries.append(UInt8(truncatingIfNeeded: element.primary >> 8))
        }
        if element.primary > 0 { primaries.append(UInt8(truncatingIfNeeded: element.primary)) }
        secondaries.append(element.secondary)
        // Compatibility forms such as ² are ordered immediately after the plain characters.
        tertiaries.append(isVariant ? max(element.tertiary, CollationElement.common + 2) : element.tertiary)
    }

    /// Appends a character without an explicit position.
    private mutating func append(other scalar: Unicode.Scalar, isVariant: Bool) {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control { return }
        if let mark = table.mark(scalar) {
            append(CollationElement(primary: 0, secondary: mark))
            return
        }
        if !isVariant, Self.mayBeForm(scalar) {
            let parts = Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
            if parts != [scalar] {
                append(parts[...], isVariant: true)
                return
            }
        }
        if properties.generalCategory == .decimalNumber, let value = properties.numericValue,
            let digit = Unicode.Scalar(48 + UInt32(value)), let element = table.singles[digit]
        {
            append(element, isVariant: true)
            return
        }
        append(letter: scalar, isVariant: isVariant)
    }

    /// Whether a character may be a compatibility form, such as ½ or №. Looking up a form is slow, so the
    /// usual letters of common scripts, which aren't such forms, are excluded.
    private static func mayBeForm(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x386...0x3CE, 0x400...0x52F, 0x531...0x556, 0x561...0x586, 0x5D0...0x5EA, 0x620...0x64A,
            0x10D0...0x10FA, 0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2, 0x3041...0x3096,
            0x30A1...0x30FA,
            0x4E00...0x9FFF:
            false
        default: true
        }
    }

    private mutating func append(letter scalar: Unicode.Scalar, isVariant: Bool) {
        let element = element(of: scalar)
        letters[scalar] = element
        append(element, isVariant: isVariant)
    }

    private func element(of scalar: Unicode.Scalar) -> CollationElement {
        let other = CollationElement.common + 1
        // Katakana are ordered like the corresponding hiragana, and final letters like the regular letters.
        if (0x30A1...0x30F6).contains(scalar.value), let hiragana = Unicode.Scalar(scalar.value - 0x60) {
            return CollationElement(primary: table.primary(of: hiragana), tertiary: other)
        }
        if scalar == "ς" { return CollationElement(primary: table.primary(of: "σ"), tertiary: other + 1) }
        if "ךםןףץ".unicodeScalars.contains(scalar), let usual = Unicode.Scalar(scalar.value + 1) {
            return CollationElement(primary: table.primary(of: usual), tertiary: other)
        }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard let first = lower.first, lower.count == 1, first != scalar else {
            return CollationElement(primary: table.primary(of: scalar))
        }
        return CollationElement(primary: table.primary(of: first), tertiary: other)
    }
}

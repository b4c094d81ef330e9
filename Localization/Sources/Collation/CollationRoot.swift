/// The root order, which all languages share and modify. It is the part of CLDR's root collation that matters
/// for titles and names.
///
/// The order starts with white space, followed by punctuation, other symbols, currencies, digits, Latin
/// letters, and other scripts.
enum CollationRoot {
    /// A part of the order: characters with explicit positions, or a group of characters that are ordered by
    /// code point.
    enum Place {
        /// Characters, each with its own position.
        case characters(String)
        /// Letters, each with its own position. The upper-case form differs only in case.
        case letters(String)
        /// A character and its variants, which differ only in the secondary weight, like accented letters.
        case variants(String)
        /// Characters without explicit positions, ordered by code point.
        case group(CollationGroup)
    }

    static let order: [Place] = [
        .characters("\t\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029} "),
        .characters("‾_‗-‐‒–—―,、;:!¡?¿.。·"), .variants("'‘’‚‛"), .characters("‹›"), .variants("\"“”„‟"),
        .characters("«»()[]{}「」『』§¶@*/\\&#%‰†‡•′"),
        .group(.punctuation),
        .characters("`´^¯¨¸°©®"),
        .group(.letterlikeSymbols),
        .characters("+±÷×<=>¬|¦~−"),
        .group(.symbols),
        .characters("¤¢$£¥€"),
        .group(.currencies),
        .characters("0123456789"),
        .letters("abcdefƒghiıjklmnŋopqĸrstŧuvwxyzþ"),
        .group(.latin),
        .group(.greek),
        .letters("абвгґдђеєжзѕиійјклљмнњопрстћуфхцчџшщъыьэюя"),
        .group(.cyrillic),
        .group(.georgian),
        .group(.armenian),
        .group(.hebrew),
        .group(.arabic),
        .group(.other),
        .group(.otherSupplementary),
        .group(.hangul),
        .group(.kana),
        .group(.han),
        .group(.hanSupplementary),
        .group(.unassigned),
    ]

    /// The combining marks with an explicit position, in their order. All further marks follow these.
    static let marks: [Unicode.Scalar] = [
        "\u{301}", "\u{300}", "\u{306}", "\u{302}", "\u{30C}", "\u{30A}", "\u{308}", "\u{30B}", "\u{303}",
        "\u{307}", "\u{327}", stroke, "\u{328}", "\u{304}", "\u{30F}", "\u{311}", "\u{31B}", "\u{309}",
        "\u{323}", "\u{326}", "\u{3099}", "\u{309A}", middleDot,
    ]

    /// The stroke of a letter that Unicode doesn't decompose, such as ł.
    static let stroke: Unicode.Scalar = "\u{335}"
    /// The dot in ŀ.
    static let middleDot: Unicode.Scalar = "\u{387}"

    /// Letters that Unicode doesn't decompose, with the base letter and the mark that determine their order.
    static let marked: [(letter: Unicode.Scalar, parts: [Unicode.Scalar])] = [
        ("ł", ["l", stroke]), ("Ł", ["L", stroke]), ("ø", ["o", stroke]), ("Ø", ["O", stroke]),
        ("đ", ["d", stroke]), ("Đ", ["D", stroke]), ("ħ", ["h", stroke]), ("Ħ", ["H", stroke]),
        ("ŀ", ["l", middleDot]), ("Ŀ", ["L", middleDot]),
    ]

    /// Letters that are ordered like another letter. The difference between the two letters is smaller than
    /// that of any accent.
    static let variants: [(letter: Unicode.Scalar, parts: [Unicode.Scalar])] = [
        ("æ", ["a", "e"]), ("Æ", ["A", "E"]), ("œ", ["o", "e"]), ("Œ", ["O", "E"]), ("ß", ["s", "s"]),
        ("ẞ", ["S", "S"]), ("ð", ["d"]), ("Ð", ["D"]), ("ſ", ["s"]),
    ]

    /// Non-Latin letters that count as separate letters although Unicode decomposes them.
    static let ownLetters: [Unicode.Scalar] = ["й", "Й"]
}

/// A group of characters that are ordered by code point, after the preceding parts of
/// ``CollationRoot/order``.
enum CollationGroup: Int, CaseIterable {
    case punctuation, letterlikeSymbols, symbols, currencies
    case latin, greek, cyrillic, georgian, armenian, hebrew, arabic
    case other, otherSupplementary, hangul, kana, han, hanSupplementary, unassigned

    /// Returns the group of a character without an explicit position.
    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x80...0x24F, 0x250...0x2AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF:
            self = Self.kind(of: scalar) ?? .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = Self.kind(of: scalar) ?? .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: self = .georgian
        case 0x530...0x58F: self = .armenian
        case 0x590...0x5FF: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: self = Self.kind(of: scalar) ?? .arabic
        case 0x1100...0x11FF, 0x3130...0x318F: self = .hangul
        case 0x3040...0x30FF: self = Self.kind(of: scalar) ?? .kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: self = .han
        case 0x2_0000...0x3_FFFF: self = .hanSupplementary
        case 0x2100...0x21FF: self = .letterlikeSymbols
        default:
            if scalar.properties.generalCategory == .unassigned {
                self = .unassigned
            } else {
                self = Self.kind(of: scalar) ?? (scalar.value > 0xFFFF ? .otherSupplementary : .other)
            }
        }
    }

    /// Returns the group of a character by its category; `nil` for letters and other characters.
    private static func kind(of scalar: Unicode.Scalar) -> CollationGroup? {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator:
            .punctuation
        case .mathSymbol, .modifierSymbol, .otherSymbol: .symbols
        case .currencySymbol: .currencies
        default: nil
        }
    }
}

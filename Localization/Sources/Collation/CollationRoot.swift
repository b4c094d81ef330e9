/// The order that all languages begin with: that of CLDR's root, as far as titles and names need it.
///
/// White space comes first, then punctuation, other symbols, currencies, digits, Latin letters, and the other scripts.
enum CollationRoot {
    /// What stands at one place of the order: characters with a place of their own, or a whole group, the members of
    /// which are ordered by their code points.
    enum Place {
        /// Characters, each with its own place.
        case characters(String)
        /// Letters, each with its own place; the upper-case form differs from the lower-case one in case only.
        case letters(String)
        /// A character, and others that differ from it only as accents do.
        case variants(String)
        /// A group of characters.
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

    /// The marks that stand above, below or through a letter, in their order; others come behind these.
    static let marks: [Unicode.Scalar] = [
        "\u{301}", "\u{300}", "\u{306}", "\u{302}", "\u{30C}", "\u{30A}", "\u{308}", "\u{30B}", "\u{303}",
        "\u{307}", "\u{327}", stroke, "\u{328}", "\u{304}", "\u{30F}", "\u{311}", "\u{31B}", "\u{309}",
        "\u{323}", "\u{326}", "\u{3099}", "\u{309A}", middleDot,
    ]

    /// The stroke through a letter that Unicode doesn't take apart, such as ł.
    static let stroke: Unicode.Scalar = "\u{335}"
    /// The dot in ŀ.
    static let middleDot: Unicode.Scalar = "\u{387}"

    /// Letters that Unicode doesn't take apart, and the letter with a mark that they are ordered as.
    static let marked: [(letter: Unicode.Scalar, parts: [Unicode.Scalar])] = [
        ("ł", ["l", stroke]), ("Ł", ["L", stroke]), ("ø", ["o", stroke]), ("Ø", ["O", stroke]),
        ("đ", ["d", stroke]), ("Đ", ["D", stroke]), ("ħ", ["h", stroke]), ("Ħ", ["H", stroke]),
        ("ŀ", ["l", middleDot]), ("Ŀ", ["L", middleDot]),
    ]

    /// Letters that are ordered as others and differ from these as accents do, but less than any accent.
    static let variants: [(letter: Unicode.Scalar, parts: [Unicode.Scalar])] = [
        ("æ", ["a", "e"]), ("Æ", ["A", "E"]), ("œ", ["o", "e"]), ("Œ", ["O", "E"]), ("ß", ["s", "s"]),
        ("ẞ", ["S", "S"]), ("ð", ["d"]), ("Ð", ["D"]), ("ſ", ["s"]),
    ]

    /// Letters of other scripts that are letters of their own although Unicode takes them apart.
    static let ownLetters: [Unicode.Scalar] = ["й", "Й"]
}

/// Characters that are ordered by their code points, after what stands before them in ``CollationRoot/order``.
enum CollationGroup: Hashable, CaseIterable {
    case punctuation, letterlikeSymbols, symbols, currencies
    case latin, greek, cyrillic, georgian, armenian, hebrew, arabic
    case other, otherSupplementary, hangul, kana, han, hanSupplementary, unassigned

    /// The group of a character that has no place of its own.
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

    /// The group of a character that is no letter, by its category.
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

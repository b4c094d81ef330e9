/// How a person names a mission: `11`, `#11`, `apollo11`, `Apollo 11`, `apollo-11`.
struct MissionReference {
    /// What was typed.
    let text: String
    /// The number that is meant; `nil` where it is none.
    let number: Int?

    init(_ text: String) {
        self.text = text
        let word = "apollo"
        let typed = text.lowercased()
        guard typed.hasPrefix(word) else {
            number = Int(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed)
            return
        }
        // In the name the hyphen, of whatever kind, is no minus.
        number = Int(typed.dropFirst(word.count).drop { " -–—#".contains($0) })
    }

    /// The first number among what was typed, such as 14 of `14x`: it tells which mission was nearly named.
    var numberWithin: Int? {
        Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }
}

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
}

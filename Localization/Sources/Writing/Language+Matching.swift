extension Language {
    /// Finds the available language that matches the name of a locale or a language; `nil` if there is none.
    ///
    /// The name has the form of an environment variable (`pl_PL.UTF-8`) or of BCP 47 (`pl-PL`), in any case.
    /// Regions and scripts without their own table are ignored. `C` and `POSIX` mean English.
    public init?(matching name: String) {
        let end = name.firstIndex { $0 == "." || $0 == "@" } ?? name.endIndex
        var subtags = name[..<end].lowercased().split(omittingEmptySubsequences: false) {
            $0 == "_" || $0 == "-"
        }
        if subtags == ["c"] || subtags == ["posix"] {
            self = .english
            return
        }
        let code = subtags.joined(separator: "-")
        if let pseudo = PseudoLanguage.codes.first(where: { $0.lowercased() == code }) {
            self.init(code: pseudo)
            return
        }
        let available = Self.available
        while !subtags.isEmpty {
            let code = subtags.joined(separator: "-")
            if let match = available.first(where: { $0.code.lowercased() == code }) {
                self = match
                return
            }
            subtags.removeLast()
        }
        return nil
    }

    /// Finds the available language with a name in that language or in English, such as `polski` or `Polish`; `nil` if there
    /// is none. Case and accents are ignored.
    public init?(named name: String) {
        let typed = SearchFold.fold(name)
        let named = Self.available.first { language in
            let facts = LanguageFacts.of(language)
            return [facts.name, facts[.englishName]].contains { SearchFold.fold($0) == typed }
        }
        guard let named else { return nil }
        self = named
    }

    /// Returns the language of the user interface: the first match from the option, the setting and the
    /// environment.
    ///
    /// The environment variable `LANGUAGE` is a list with colons; its first available language is used. If
    /// none of its languages is available, the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// determines the language, as in POSIX. If that language isn't available, the result is English.
    /// - Parameters:
    ///   - option: The language from the command line. To reject an unknown language, use ``init(matching:)``
    ///     first.
    ///   - setting: The saved setting.
    ///   - environment: The environment variables.
    public static func resolve(
        option: String?, setting: String?, environment: [String: String]
    ) -> Language {
        for chosen in [option, setting] {
            if let chosen, let language = Language(matching: chosen) { return language }
        }
        for name in (environment["LANGUAGE"] ?? "").split(separator: ":") {
            if let language = Language(matching: String(name)) { return language }
        }
        let locale = firstSet(["LC_ALL", "LC_MESSAGES", "LANG"], in: environment)
        return locale.flatMap(Language.init(matching:)) ?? .english
    }

    /// Whether the terminal uses UTF-8 according to the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    /// If none is set, the locale is `C`, without UTF-8.
    public static func isUTF8(environment: [String: String]) -> Bool {
        guard let locale = firstSet(["LC_ALL", "LC_CTYPE", "LANG"], in: environment) else { return false }
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    static func firstSet(_ names: [String], in environment: [String: String]) -> String? {
        for name in names {
            if let value = environment[name], !value.isEmpty { return value }
        }
        return nil
    }
}

extension Language {
    /// The available language that a locale's or a language's name means, or `nil` where there is none.
    ///
    /// The name is written as in the environment (`pl_PL.UTF-8`) or as in BCP 47 (`pl-PL`), in any case. A region
    /// or a script that has no table of its own is left away. `C` and `POSIX` mean English.
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

    /// The language to speak: the first of these that says something.
    ///
    /// In order: the option, the saved setting, and the environment's `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
    /// Of `LANGUAGE`, a list with colons, the first available language counts. As in POSIX, the first of the other
    /// three that is set decides alone: where its language is not available, English is spoken.
    /// - Parameters:
    ///   - option: What the command line asks for. To refuse an unknown one, use ``init(matching:)`` first.
    ///   - setting: What the user has saved.
    ///   - environment: The environment's variables.
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

    /// Whether the terminal's texts are in UTF-8, as `LC_ALL`, `LC_CTYPE` or `LANG` says; the first that is set
    /// decides. Where none is set, the locale is `C`, which is not.
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

import Localization

/// The options that all programs share.
enum UniversalOptions {
    /// The options of every command: `--json`, `--csv`, `--format`, `--help`.
    static let ofEveryCommand: [ParameterDeclaration] = [format, json, csv, help]

    /// The options that a program's command line accepts before or after a command: `--store`, `--language`
    /// and others.
    static let ofLaunch: [ParameterDeclaration] = [store, inMemory, language, color, accessible, quiet]

    static let json = flag("json", text("Write the result as JSON."))
    static let csv = flag("csv", text("Write the result as CSV."))
    static let format = ParameterDeclaration(
        "format", .option, .choice(OutputFormat.choices), help: text("Write the result in this format."))
    static let help = flag("help", text("Show the help."))
    static let store = ParameterDeclaration(
        "store", .option, .path, help: text("Store the data in this file."))
    static let inMemory = flag("in-memory", text("Keep the data in memory only; nothing is saved."))
    static let language = ParameterDeclaration(
        "language", .option, .language, help: text("Use this language."))
    static let color = ParameterDeclaration(
        "color", .option, .choice(ColorChoice.choices), help: text("Use colour: auto, always or never."))
    static let accessible = flag(
        "accessible", text("Write sentences instead of tables and symbols, for screen readers."))
    static let quiet = flag(
        "quiet",
        text("Suppress messages about changes; show only requested data, warnings and errors."))
    static let keepGoing = flag(
        "keep-going",
        text("Continue a script after a line that fails. The exit code is that of the first failure.")
    )
    static let file = ParameterDeclaration("f", .option, .path, help: text("Run the lines of this file."))
    static let version = flag("version", text("Show the version."))
    static let line = ParameterDeclaration(
        "c", .repeatedOption, ValueType<String>(placeholder: text("LINE"), parse: { string, _ in string }),
        help: text("Run this line; can be given several times."))

    private static func flag(_ name: String, _ help: LocalizedText) -> ParameterDeclaration {
        ParameterDeclaration(
            name, .flag, ValueType<Bool>(placeholder: .verbatim(""), parse: { _, _ in true }), help: help)
    }
}

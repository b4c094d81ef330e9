import Localization

@testable import Shell

/// Fuzzes lines of scripts. They are split into words, and a small grammar parses the words.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    MainActor.assumeIsolated { feed(bytes) }
    return 0
}

@MainActor private let grammar = Grammar(commands: [
    CommandDeclaration(
        "add", aliases: ["new"], group: CommandGroup(.verbatim("")), summary: .verbatim(""),
        parameters: [
            Parameter.required("title", .text, help: .verbatim("")).declaration,
            Parameter.optional("count", .integer(in: 1...9), help: .verbatim("")).declaration,
            Parameter.option("sort", .text, help: .verbatim("")).declaration,
            Parameter.flag("yes", help: .verbatim("")).declaration,
        ]),
    CommandDeclaration(
        "shelf add", group: CommandGroup(.verbatim("")), summary: .verbatim(""),
        parameters: [
            Parameter.rest("book", .text, minimum: 1, help: .verbatim("")).takingHyphens.declaration,
            Parameter.required("name", .text, help: .verbatim("")).declaration,
            Parameter.repeatedOption("tag", .text, help: .verbatim("")).declaration,
        ]),
    CommandDeclaration("list", group: CommandGroup(.verbatim("")), summary: .verbatim("")),
])

@MainActor private func feed(_ bytes: [UInt8]) {
    var script = ScriptLines()
    script.append(bytes)
    script.finish()
    for _ in 0..<1000 {
        guard let line = try? script.next() else { break }
        guard let words = try? Tokenizer.words(of: line.text).map(\.text) else { continue }
        guard let call = try? grammar.parse(words) else { continue }
        let today = CivilDate(year: 2024, month: 3, day: 15)!
        let context = ParseContext(localizer: Localizer(.english), today: today)
        _ = try? ArgumentValues.values(of: call, context)
    }
}

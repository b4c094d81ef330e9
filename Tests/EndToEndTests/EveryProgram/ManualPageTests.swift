import Foundation
import TestSupport
import Testing

@Suite("Manual pages and help of every program", .level(.default))
struct ManualPageTests {
    /// Returns a text with its special characters escaped for roff.
    private func roff(_ text: some StringProtocol) -> String {
        let text = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Returns the definitions in a help text, whose lines have the form `term<Tab>meaning`.
    private func definitions(_ page: String) -> [(term: String, meaning: String)] {
        page.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    @Test(arguments: Transcript.all, Transcript.languages)
    func `Every argument, option and example of the help is in its section of the page with the same text`(
        program: String, language: String
    ) throws {
        let person = try Person(program)
        let page = try person.manual(language)
        let parts = page.components(separatedBy: "\n.SS ")
        let universal: Set = ["--format", "--json", "--csv", "--help"]
        let names = try person.grammar().names
        let help = try person.screens(
            names.map { "help \($0)" }, ["--format", "plain", "--language", language])
        #expect(parts.count == names.count + 1)
        var found = 0
        for ((name, screen), part) in zip(zip(names, help), parts.dropFirst()) {
            #expect(part.hasPrefix("\"\(roff(name))"), "\(name)")
            for (term, meaning) in definitions(screen.text) {
                // The help of a command also lists its subcommands, which have their own sections in the
                // manual.
                if !meaning.isEmpty, !term.hasPrefix("-"), term != term.uppercased() { continue }
                found += 1
                if meaning.isEmpty {
                    let example = roff(term).replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq")
                    let isThere = part.split(separator: "\n").contains { line in
                        line == ".B \"\(roff(program)) \(example)\""
                            || line.hasPrefix(".B \"\(roff(program)) \\-c")
                                && line.contains("\\-c \\(aq\(example)\\(aq")
                    }
                    #expect(isThere, "\(name): \(term)")
                } else {
                    let option = term.prefix { $0 != " " }
                    let place = universal.contains(String(option)) ? parts[0] : part
                    #expect(
                        place.contains("\n\\fB\(roff(term))\\fR\n\(roff(meaning))\n"), "\(name): \(term)")
                }
            }
        }
        #expect(found > names.count * 2)
    }

    @Test(arguments: Transcript.all)
    func `Every command-line option is on the page and in --help`(program: String) throws {
        let person = try Person(program)
        let page = try person.run("manual").stdout
        let help = try person.run("--help", "--format", "plain").stdout
        let options = definitions(help).filter { $0.term.hasPrefix("-") }
        #expect(options.count >= 14)
        for (term, meaning) in options {
            #expect(page.contains("\n\\fB\(roff(term))\\fR\n\(roff(meaning))\n"), "\(term)")
        }
        for launch in ["[--store FILE] [OPTION…] [COMMAND]", "-c LINE…", "-f FILE", "< FILE"] {
            #expect(help.contains("\(launch)\t"), "\(launch)")
            let synopsis = page.components(separatedBy: ".SH \"DESCRIPTION\"")[0]
            #expect(synopsis.contains(".SH \"SYNOPSIS\""), "\(launch)")
            #expect(synopsis.contains(roff(launch)), "\(launch)")
        }
        // The help in the terminal shows the same synopsis.
        #expect(try person.run("--help").stdout.contains("\(program) [OPTION…] -f FILE"))
    }

    private static func isInstalled(_ program: String) -> Bool {
        OperatingSystemShellTests.isInstalled(program)
    }

    @Test(
        .enabled(if: isInstalled("man"), "man isn't installed"),
        arguments: Transcript.all, Transcript.languages)
    func `The man program prints no warnings`(program: String, language: String) throws {
        let person = try Person(program)
        try person.home.write(person.manual(language), to: "page.1")
        let environment = person.environment.merging(["LC_ALL": "C.UTF-8", "MANWIDTH": "80"]) { $1 }
        let shown = try TestSupport.run(
            "/usr/bin/env", ["man", "--warnings=w", "-E", "UTF-8", "-l", "page.1"], environment: environment,
            workingDirectory: person.home.path)
        #expect(shown.status == .exited(0), "\(shown.stderr)")
        #expect(shown.stderr.isEmpty, "\(shown.stderr)")
        #expect(strippingEscapes(shown.stdout).contains("XDG_CONFIG_HOME"))
        if Self.isInstalled("mandoc") {
            let checked = try TestSupport.run(
                "/usr/bin/env", ["mandoc", "-Tlint", "-W", "error", "page.1"], environment: environment,
                workingDirectory: person.home.path)
            #expect(checked.status == .exited(0), "\(checked.stdout)")
        }
    }

    @Test(
        .enabled(if: isInstalled("lexgrog"), "lexgrog isn't installed"), arguments: Transcript.all,
        Transcript.languages)
    func `A page is found by whatis and apropos`(program: String, language: String) throws {
        let person = try Person(program)
        try person.home.write(person.manual(language), to: "page.1")
        let result = try TestSupport.run(
            "/usr/bin/env", ["lexgrog", "page.1"],
            environment: person.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 },
            workingDirectory: person.home.path)
        let summary =
            try person.run("--help", "--format", "plain", "--language", language).stdout
            .split(separator: "\n").first ?? ""
        #expect(result.status == .exited(0), "\(result.stdout)\(result.stderr)")
        #expect(result.stdout == "page.1: \"\(program) - \(summary)\"\n", "\(result.stderr)")
    }
}

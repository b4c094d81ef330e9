import Foundation
import TestSupport
import Testing

@Suite("Exports to standard output", .level(.default))
struct StandardOutputExportTests {
    private static let content = [
        "mybooks": ["add", "三体", "刘慈欣"], "itour": ["add", "Kyoto"], "moonshot": ["favourite", "11"],
        "portfolio": ["new", "Fix login"],
    ]

    private func add(_ person: Person) throws {
        let result = try TestSupport.run(
            person.path, Self.content[person.program] ?? [], environment: person.environment,
            workingDirectory: person.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
    }

    @Test(arguments: ["mybooks", "itour", "moonshot", "portfolio"], ["json", "csv"])
    func `An export to standard output has the bytes of one to a file, and nothing else`(
        program: String, format: String
    ) throws {
        let person = try Person(program)
        try add(person)
        let path = person.home.file("copy.\(format)")
        try person.run("export", path)
        let written = try String(contentsOfFile: path, encoding: .utf8)
        let shown = try person.run("export", "-", "--as", format)
        #expect(shown.stdout == written)
        #expect(shown.status == .exited(0))
        // The format of the command line is for results, not for the export.
        #expect(try person.run("export", "-", "--as", format, "--json").stdout == written)
        // The format can also be named for a file.
        try person.run("export", person.home.file("copy"), "--as", format)
        #expect(try String(contentsOfFile: person.home.file("copy"), encoding: .utf8) == written)
    }

    @Test(arguments: ["mybooks", "itour", "portfolio"])
    func `An export from standard output is imported from standard input`(program: String) throws {
        let person = try Person(program), other = try Person(program)
        try add(person)
        let export = try person.run("export", "-", "--as", "json").stdout
        let imported = try other.run("import", "-", stdin: export)
        #expect(imported.status == .exited(0), "\(imported.stderr)")
        #expect(try other.run("export", "-", "--as", "json").stdout == export)
    }

    @Test(arguments: ["mybooks", "itour", "moonshot", "portfolio"])
    func `Without a format, an export to standard output says which option names it`(program: String) throws {
        let person = try Person(program)
        try add(person)
        let refused = try person.run("export", "-")
        #expect(refused.stdout.isEmpty)
        #expect(refused.status != .exited(0))
        #expect(refused.stderr.contains("--as json"), "\(refused.stderr)")
    }
}

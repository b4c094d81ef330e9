import TestSupport
import Testing

@Suite("Help groups of every program", .level(.default))
struct HelpGroupTests {
    /// Returns the headings of the help, with the commands below each heading.
    private func groups(_ program: String, _ language: String) throws -> [(title: String, names: [String])] {
        let person = try Person(program)
        let help = try person.run("-c", "help", "--format", "markdown", "--language", language).stdout
        var groups: [(title: String, names: [String])] = []
        for line in help.split(separator: "\n") {
            if line.hasPrefix("## ") { groups.append((String(line.dropFirst(3)), [])) }
            if let match = line.firstMatch(of: /^- `([^`,]+)[^`]*`: ./), !groups.isEmpty {
                groups[groups.count - 1].names.append(String(match.1))
            }
        }
        return groups
    }

    @Test(arguments: Transcript.all, Transcript.languages)
    func `Each command is in one titled group, and the shell's groups are last`(
        program: String, language: String
    ) throws {
        let groups = try groups(program, language)
        let own = try Person(program).grammar().names
        let shell = ["help", "set", "echo", "completions", "manual", "version", "quit"]
        #expect(groups.last?.names == shell)
        #expect(groups.count >= 3)
        #expect(groups.allSatisfy { !$0.title.isEmpty && !$0.names.isEmpty })
        #expect(Set(groups.map(\.title)).count == groups.count)
        #expect(groups.flatMap(\.names).sorted() == own.sorted())
        // A group with more than 18 commands would be too long to scan.
        for group in groups { #expect(group.names.count <= 18, "\(group.title)") }
    }

    @Test func `Common groups have the same order and commands in all programs`() throws {
        let known = ["Viewing", "Changing", "Files", "The shell"]
        for program in Transcript.programs {
            let groups = try groups(program, "en")
            #expect(groups.map(\.title).filter(known.contains) == known, "\(program)")
            func group(_ command: String) -> String? { groups.first { $0.names.contains(command) }?.title }
            for command in ["undo", "redo", "history"] { #expect(group(command) == "Changing", "\(program)") }
            for command in ["export", "where", "backup", "restore", "repair"] {
                #expect(group(command) == "Files", "\(program) \(command)")
            }
        }
    }
}

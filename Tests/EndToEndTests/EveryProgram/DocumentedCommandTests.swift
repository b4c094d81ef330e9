import Foundation
import TestSupport
import Testing

@Suite("Shell commands in the documentation", .level(.default))
struct DocumentedCommandTests {
    @Test(arguments: DocumentedBlock.commands)
    func `Every block of commands runs in a fresh home`(block: DocumentedBlock) throws {
        let result = try ScratchHome(for: block).runScript(block.lines.joined(separator: "\n"))
        #expect(result.status == .exited(0), "\(block.testDescription): \(result.stderr)")
    }

    @Test func `Every block is run or is marked with a reason`() throws {
        let fences = try Document.pages().flatMap { page in
            page.lines.filter { $0.trimmingCharacters(in: .whitespaces) == "```sh" }
        }
        let blocks = DocumentedBlock.all.filter { $0.language == "sh" }
        let marked = blocks.filter { $0.reasonNotRun != nil }
        #expect(blocks.count == fences.count)
        #expect(DocumentedBlock.commands.count + marked.count == fences.count)
        #expect(DocumentedBlock.commands.count >= 5)
        for block in DocumentedBlock.all {
            #expect(block.reasonNotRun?.isEmpty != true, "\(block.testDescription) gives no reason")
            // Blocks of shell commands must use “sh”; blocks with another language name wouldn't be tested.
            #expect(!["bash", "shell", "zsh"].contains(block.language), "\(block.testDescription)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("The recording at the top of README.md", .level(.default))
struct RecordingTests {
    /// Whether python3 and bash, which the script needs, are there. If not, prints it.
    private static func hasSoftware() -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let result = try? run("/usr/bin/env", ["python3", "-c", "import pty"], environment: ["PATH": path])
        return result?.status == .exited(0) && FileManager.default.isExecutableFile(atPath: "/bin/bash")
    }

    @Test(.enabled(if: hasSoftware(), "python3 or bash is not installed"))
    func `The programs still print what the recording shows`() throws {
        let programs = URL(fileURLWithPath: try ProgramUnderTest.path("mybooks")).deletingLastPathComponent()
        let script = Document.repository.appendingPathComponent("docs/recording/record.py").path
        let result = try run(
            "/usr/bin/env", ["python3", script, "--programs", programs.path, "--check"],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
        #expect(result.status == .exited(0), "\(result.stderr)")
    }

    @Test(arguments: ["light", "dark"])
    func `The pictures run and request nothing, and say what they show`(scheme: String) throws {
        let picture = try Document("docs/recording/\(scheme).svg").text
        for word in ["<script", "<image", "<foreignObject", "@import", "@font-face", "url(", "http"] {
            let text = picture.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
            #expect(!text.contains(word), "\(word)")
        }
        #expect(picture.utf8.count < 60_000)
        #expect(picture.contains("<title id=\"title\">"))
        #expect(picture.contains("<desc id=\"desc\">"))
        #expect(picture.contains("prefers-reduced-motion"))
        #expect(picture.contains(">三体</text>"))
    }
}

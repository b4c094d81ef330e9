import Testing

@testable import Shell

@Suite("Standard directories")
struct StandardDirectoriesTests {
    @Test func `The default directories are those of the XDG specification`() {
        let directories = StandardDirectories(environment: ["HOME": "/home/ada"], program: "shelf")
        #expect(directories.data == "/home/ada/.local/share/shelf")
        #expect(directories.config == "/home/ada/.config/shelf")
        #expect(directories.state == "/home/ada/.local/state/shelf")
    }

    @Test func `Environment variables with absolute paths override the defaults`() {
        let directories = StandardDirectories(
            environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "relative"], program: "shelf"
        )
        #expect(directories.data == "/d/shelf")
        #expect(directories.state == "/h/.local/state/shelf")
    }

    @Test func `Without a home directory, no directory is guessed`() {
        let directories = StandardDirectories(environment: [:], program: "shelf")
        #expect(directories.data == nil)
        #expect(directories.home == nil)
    }
}

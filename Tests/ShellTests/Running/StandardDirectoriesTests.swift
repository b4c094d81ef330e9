import Testing

@testable import Shell

@Suite("Standard directories")
struct StandardDirectoriesTests {
    @Test("Without variables of their own they are where XDG puts them")
    func usual() {
        let directories = StandardDirectories(environment: ["HOME": "/home/ada"], program: "shelf")
        #expect(directories.data == "/home/ada/.local/share/shelf")
        #expect(directories.config == "/home/ada/.config/shelf")
        #expect(directories.state == "/home/ada/.local/state/shelf")
    }

    @Test("Variables decide, unless they hold no absolute path")
    func variables() {
        let directories = StandardDirectories(
            environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "relative"], program: "shelf"
        )
        #expect(directories.data == "/d/shelf")
        #expect(directories.state == "/h/.local/state/shelf")
    }

    @Test("Without a home there is no place to guess")
    func homeless() {
        let directories = StandardDirectories(environment: [:], program: "shelf")
        #expect(directories.data == nil)
        #expect(directories.home == nil)
    }
}

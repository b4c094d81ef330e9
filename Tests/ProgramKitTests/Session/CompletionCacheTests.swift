import Localization
import Shell
import TestSupport
import Testing

@testable import ProgramKit

@MainActor
@Suite("Completion cache")
struct CompletionCacheTests {
    @Test func `Texts with the typed prefix are returned, otherwise those that contain it`() {
        let texts = ["Łódź", "łaka", "Solaris", "Solaris", "solo", "A Sol", "Ώρα", "-x", ""]
        func found(_ typed: String) -> [String] { CompletionCache.matching(typed, texts) }
        #expect(found("sol") == ["Solaris", "Solaris", "solo"])
        #expect(found("LO") == ["Łódź"])
        #expect(found("L") == ["Łódź", "łaka"])
        #expect(found("ari") == ["Solaris", "Solaris"])
        #expect(found("ω") == ["Ώρα"])
        #expect(found("-") == ["-x"])
        #expect(found("zz") == [])
        #expect(found("").count == 9)
    }

    @Test func `A search finds the same texts as a linear search`() {
        var random = SeededGenerator()
        let letters = Array("aAbBzZłŁśóé@`[{ 1-ßæ三")
        func word(_ longest: Int) -> String {
            String(
                (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "a"
                })
        }
        for _ in 0..<500 {
            let texts = (0..<20).map { _ in word(5) }
            let typed = word(2)
            let folded = SearchFold.fold(typed)
            let beginning = texts.filter { SearchFold.fold($0).hasPrefix(folded) }
            let containing = texts.filter { SearchFold.fold($0).contains(folded) }
            #expect(
                Set(CompletionCache.matching(typed, texts)) == Set(beginning.isEmpty ? containing : beginning)
            )
        }
    }

    @Test func `Texts saved here or by another process since are included`() async throws {
        let directory = try TemporaryDirectory()
        let here = try await ShelfSession(store: directory.file("shelves.store"))
        let there = try await ShelfSession(store: directory.file("shelves.store"))
        try await here.make("Upper")
        #expect(try here.texts(of: \Shelf.name, matching: "") == ["Upper"])
        try await here.make("Left")
        #expect(try here.texts(of: \Shelf.name, matching: "") == ["Upper", "Left"])
        try await there.make("Right")
        #expect(try here.texts(of: \Shelf.name, matching: "r") == ["Right"])
        here.context.insert(Shelf(name: "Unsaved"))
        let other = try there.record(.title("Left"), in: Shelf.self)
        try await there.run {
            there.context.delete(other)
            return Output()
        }
        #expect(try here.texts(of: \Shelf.name, matching: "") == ["Upper", "Right", "Unsaved"])
        here.close()
        there.close()
    }
}

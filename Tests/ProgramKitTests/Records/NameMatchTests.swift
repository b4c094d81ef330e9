import ProgramKit
import Testing

@Suite("Names that differ in accents")
struct NameMatchTests {
    private func found(_ name: String, in names: [String]) -> [String] {
        NameMatch.found(name, in: names, named: \.self)
    }

    private func known(_ name: String, in names: [String]) -> String? {
        NameMatch.known(name, in: names, named: \.self)
    }

    @Test func `A name means the one that is written alike, and else those with other accents`() {
        #expect(found("SĄD", in: ["Sad", "Sąd"]) == ["Sąd"])
        #expect(found("sad", in: ["Sąd", "Sad"]) == ["Sad"])
        #expect(found("agy", in: ["Ágy", "Ładny"]) == ["Ágy"])
        #expect(found("ágy", in: ["Agy"]) == ["Agy"])
        #expect(found("agy", in: ["Ágy", "Ągy"]) == ["Ágy", "Ągy"])
        #expect(found("agy", in: ["agyag"]).isEmpty)
    }

    @Test func `A decomposed name is the composed one`() {
        #expect(found("sa\u{328}d", in: ["sad", "sąd"]) == ["sąd"])
    }

    @Test func `A name that is added is another one only if its accents say so`() {
        #expect(known("ágy", in: ["Agy"]) == nil)
        #expect(known("ÁGY", in: ["Agy", "ágy"]) == "ágy")
        #expect(known("agy", in: ["Ágy"]) == "Ágy")
        #expect(known("agy", in: ["Ágy", "Ągy"]) == nil)
        #expect(known("\u{301}", in: ["", "-"]) == nil)
    }
}

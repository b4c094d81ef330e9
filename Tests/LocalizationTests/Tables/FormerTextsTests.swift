import Testing

@testable import Localization

@Suite("Former texts")
struct FormerTextsTests {
    @Test func `Every replacement is a text of its table, and no former text is`() throws {
        let english = try TableFiles.texts().filter { $0.language == "en" }
        for (name, successors) in FormerTexts.successors {
            let table = try #require(english.first { $0.name == name })
            for (former, present) in successors {
                #expect(table.entries[present] != nil, "\(name): “\(present)”")
                #expect(table.entries[former] == nil, "\(name): “\(former)”")
            }
        }
    }

    @Test func `A replacement takes the arguments of the former text`() {
        for (former, present) in FormerTexts.successors.values.flatMap({ $0 }) {
            #expect(Placeholders(former) == Placeholders(present), "“\(former)”")
        }
    }

    @Test func `A former text is shown in each language, with arguments and plurals`() {
        let shelf = LocalizedText(
            "Taken off the shelf “%1$@”: %2$@.", table: "MyBooks", [.string("書架"), .string("三体")])
        #expect(Localizer(.english).string(shelf) == "Removed from the shelf “書架”: 三体.")
        #expect(Localizer(Language(code: "pl")).string(shelf) == "Zdjęto z półki „書架”: 三体.")
        let tags = LocalizedText("Made %lld tags that no issue has.", table: "Portfolio", [.integer(1)])
        #expect(Localizer(.english).string(tags) == "Created 1 tag without issues.")
        let unknown = LocalizedText("No table ever had this.", table: "MyBooks")
        #expect(Localizer(.english).string(unknown) == "No table ever had this.")
    }
}

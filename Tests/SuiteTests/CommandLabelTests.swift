import Localization
import Testing

@testable import Suite

@Suite("What a command did, kept for undo")
struct CommandLabelTests {
    @Test("A label comes back whole, and is said in whatever language is spoken then")
    func roundTrip() throws {
        let label = LocalizedText(
            "Deleted “%@”.", table: "MyBooks", [.text(.verbatim("三体 \"x\""))])
        let back = CommandLabel.text(try #require(CommandLabel.note(label)))
        #expect(back == label)
        let polish = try #require(Language(matching: "pl"))
        #expect(Localizer(polish).string(back) == "Usunięto „三体 \"x\"”.")
    }

    @Test("A note that another program wrote is shown as it is")
    func foreign() {
        #expect(Localizer(.english).string(CommandLabel.text("add {Solaris}")) == "add {Solaris}")
    }
}

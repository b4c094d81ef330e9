import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Changes in the lines that add something")
struct AddedChangeTests {
    /// Runs lines after the trip “Japan” was added and opened. Today is Friday, 15 March 2024.
    private func planner(_ lines: [String] = []) async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        for line in lines { try await planner.run(line) }
        return planner
    }

    @Test(arguments: [
        "add Kyoto priority:must", "add priority:must Kyoto", "add Kyoto priority:must 5 April 2027",
        "add name:Kyoto priority:3", "add Kyoto priority:must details:\"two words\"",
    ])
    func `A destination has the value, and its name lacks the word`(line: String) async throws {
        let planner = try await planner([line])
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == "Kyoto")
        #expect(destination.priority == .must)
    }

    @Test(arguments: [
        "\"12 EUR\" Ramen category:food", "amount:\"12 EUR\" Ramen category:food",
        "Ramen category:food amount:\"12 EUR\"", "category:food amount:12 name:Ramen",
        "category:food 12 EUR name:Ramen",
    ])
    func `An expense has its amount, with a key or without`(words: String) async throws {
        let planner = try await planner(["expense add \(words)"])
        let expense = try #require(try planner.context.fetch(FetchDescriptor<Expense>()).first)
        #expect(expense.name == "Ramen")
        #expect(expense.cost == Money(12, "EUR"))
        #expect(expense.category == .food)
    }

    @Test(arguments: ["12.50 EUR 13 EUR", "12 EUR 13", "€12 €13 2027-04-06"])
    func `A second amount is no name of an expense, unless it is in quotation marks`(words: String)
        async throws
    {
        let planner = try await planner()
        await #expect(throws: ValueError.self) { try await planner.run("expense add \(words)") }
        #expect(try planner.context.fetch(FetchDescriptor<Expense>()).isEmpty)
        try await planner.run("expense add 12 EUR \"13 EUR\"")
        try await planner.run("expense add 12 EUR 7 Eleven")
        let names = try planner.context.fetch(FetchDescriptor<Expense>()).map(\.name)
        #expect(Set(names) == ["13 EUR", "7 Eleven"])
    }

    @Test func `A message about a new flight names its number`() async throws {
        let planner = try await planner()
        let messages = try await planner.messages("leg add flight Nowhere Tokyo '2027-04-25 12:00' 14:00")
        #expect(messages.last?.hasSuffix("“leg edit 1 --from-zone ZONE”.") == true)
    }

    @Test func `A date with its key is the first day`() async throws {
        let planner = try await planner(["add Nara date:2027-04-06"])
        #expect(try planner.destinations.first?.dates?.start.description == "2027-04-06")
    }

    @Test(arguments: [
        "add Nara date:2027-04-06..2027-04-08", "add Nara trip:Japan date:2027-04-06..2027-04-08",
        "add Nara --date 2027-04-06..2027-04-08",
    ])
    func `A word that names an option is the option`(line: String) async throws {
        let planner = try await planner(["back", line])
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == "Nara")
        #expect(destination.dates?.end?.description == "2027-04-08")
        #expect(destination.trip?.name == (line.contains("trip") ? "Japan" : nil))
        try await planner.run("edit nara trip:japan date:2027-05-01..2027-05-04")
        #expect(destination.trip?.name == "Japan")
        #expect(destination.dates?.end?.description == "2027-05-04")
        try await planner.run("edit nara trip:none date:")
        #expect(destination.trip == nil)
        #expect(destination.dates == nil)
        try await planner.run("sight add Temple in:nara for:2h date:2027-05-02")
        #expect(destination.sights.map(\.name) == ["Temple"])
        #expect(destination.sights.first?.duration == 120)
        #expect(destination.sights.first?.schedule?.day.description == "2027-05-02")
    }

    @Test(arguments: [
        ("pl", "cena:12", "cost"), ("pl", "koszt:12", "cost"), ("pl", "uwagi:x", "note"),
        ("hu", "ár:12", "cost"),
        ("hu", "megjegyzés:x", "note"), ("hu", "telefonszám:x", "phone"), ("pl", "www:x", "link"),
        ("en", "price:12", "cost"),
    ])
    func `Everyday words in the user's language name fields`(code: String, word: String, key: String) throws {
        let localizer = Localizer(try #require(Language(matching: code)))
        let name = try #require(word.split(separator: ":").first)
        #expect(Sight.fields.field(word: name, localizer)?.key == key)
        #expect(
            Destination.fields.field(word: "prioritás", Localizer(try #require(Language(matching: "hu"))))?
                .key == "priority")
    }

    @Test func `A script may confirm the changes of several records`() async throws {
        let planner = try await planner(["add Nara", "sight add Temple", "sight add Garden"])
        try await planner.run("sight edit --where name:any cost:5 --yes")
        try await planner.run("edit --where name:nara priority:must --yes")
        let destination = try #require(try planner.destinations.first)
        #expect(destination.sights.compactMap { $0.cost?.amount } == [5, 5])
        #expect(destination.priority == .must)
    }

    @Test(arguments: [
        "edit kyoto priority:must details:", "edit priority:must details: kyoto",
        "edit 1 details: priority:must",
        "edit priority:must details:",
    ])
    func `An edit takes the same words, and a key alone clears a field`(line: String) async throws {
        let planner = try await planner(["add Kyoto details:quiet", line])
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == "Kyoto")
        #expect(destination.priority == .must)
        #expect(destination.details == "")
    }

    @Test func `An edit finds a name of several words, and moves a trip with its destinations`() async throws
    {
        let planner = try await planner([
            "trip add Cinque Terre date:2027-05-01", "add Vernazza date:2027-05-02",
            "trip edit Cinque Terre date:2027-05-11 details:boats",
        ])
        let trip = try #require(
            try planner.context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Cinque Terre" })
        #expect(trip.days?.lowerBound.description == "2027-05-11")
        #expect(trip.details == "boats")
        #expect(try planner.destinations.last?.dates?.start.description == "2027-05-12")
    }

    @Test(arguments: [
        ("add Note: early", "Note: early"), ("add \"priority:must\"", "priority:must"),
        ("add text:priority:must", "priority:must"), ("add Kyoto 12:30", "Kyoto 12:30"),
        ("add http://example.org", "http://example.org"), ("add \"re:invent\"", "re:invent"),
        ("add text:re:invent", "re:invent"), ("add std::map", "std::map"), ("add \"New York\"", "New York"),
    ])
    func `Quoted words, words without a value and other words are the name`(
        line: String, name: String
    ) async throws {
        let planner = try await planner([line])
        #expect(try planner.destinations.first?.name == name)
    }

    @Test(arguments: [
        ("add Kyoto priority:enormous", "“enormous” can't follow “priority:”."),
        ("add Kyoto prority:must", "Nothing can be set by “prority:” here."),
        ("add Kyoto country:japan", "Nothing can be set by “country:” here."),
        ("add Kyoto is:planned", "Nothing can be set by “is:” here."),
        ("add Kyoto foo:bar", "Nothing can be set by “foo:” here."),
        ("add Kyoto foo:\"x y\"", "Nothing can be set by “foo:” here."),
        ("trip edit japan foo:\"x y\"", "Nothing can be set by “foo:” here."),
        ("trip edit japan foo:bar", "Nothing can be set by “foo:” here."),
        ("add priority:must", "Every entry needs this field: name."),
        ("trip add Italy 1 April 2027 detials:x", "Nothing can be set by “detials:” here."),
    ])
    func `A word that looks like a field is understood or refused`(line: String, problem: String)
        async throws
    {
        let planner = try await planner()
        do {
            try await planner.run(line)
            Issue.record("\(line) was accepted")
        } catch let error as any PresentableError {
            #expect(planner.session.localizer.string(error.problem) == problem)
        }
        #expect(try planner.destinations.isEmpty)
        #expect(try planner.session.tripsInOrder().map(\.name) == ["Japan"])
    }

    @Test func `Sights, stays, transport and expenses take changes, too`() async throws {
        let planner = try await planner([
            "stay add Ryokan check-in:2027-04-05 code:ABC",
            "leg add train Kyoto Tokyo seat:7A 2027-04-08 09:12 11:27",
            "expense add 1250 JPY Ramen category:food",
        ])
        let trip = try #require(try planner.session.tripsInOrder().first)
        #expect(trip.stays.map(\.name) == ["Ryokan"])
        #expect(trip.stays.first?.code == "ABC")
        #expect(trip.stays.first?.checkIn.description == "2027-04-05")
        #expect(trip.legs.first?.seat == "7A")
        #expect(trip.legs.first?.target == "Tokyo")
        #expect(trip.expenses.map(\.name) == ["Ramen"])
        #expect(trip.expenses.first?.category == .food)
        try await planner.run("add Kyoto")
        try await planner.run("sight add Fushimi Inari cost:12")
        let sight = try #require(try planner.destinations.first?.sights.first)
        #expect(sight.name == "Fushimi Inari")
        #expect(sight.cost?.amount == 12)
    }

    @Test(arguments: [
        "from:\"New York\" to:\"Los Angeles\"", "to:\"Los Angeles\" \"New York\"",
        "\"New York\" to:\"Los Angeles\" note:\"two words\"",
    ])
    func `Transport takes its places by their keys, too`(places: String) async throws {
        let planner = try await planner(["leg add train \(places) 2027-04-08"])
        let leg = try #require(try planner.session.tripsInOrder().first?.legs.first)
        #expect(leg.origin == "New York")
        #expect(leg.target == "Los Angeles")
    }

    @Test func `A list and a day are those of all items that are added`() async throws {
        let planner = try await planner([
            "checklist add Passport \"Rail pass\" due:2027-03-01 list:\"my papers\""
        ])
        let trip = try #require(try planner.session.tripsInOrder().first)
        #expect(Set(trip.checklist.map(\.name)) == ["Passport", "Rail pass"])
        #expect(trip.checklist.allSatisfy { $0.list == "my papers" })
        #expect(trip.checklist.allSatisfy { $0.due == CivilDate("2027-03-01") })
        try await planner.run("checklist add \"due:friday\"")
        #expect(trip.checklist.contains { $0.name == "due:friday" })
    }

    @Test func `A weekday until which to do or to pay something is the coming one`() async throws {
        let planner = try await planner([
            "checklist add Passport", "checklist edit passport due:\"next friday\"",
            "stay add Ryokan 2027-04-05 pay-by:\"next friday\"",
        ])
        let trip = try #require(try planner.session.tripsInOrder().first)
        let item = try #require(trip.checklist.first), stay = try #require(trip.stays.first)
        #expect(try #require(item.due) > planner.session.today)
        #expect(try #require(stay.payBy) > planner.session.today)
    }
}

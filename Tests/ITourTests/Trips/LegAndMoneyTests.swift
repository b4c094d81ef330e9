import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Transport, stays, money and checklists")
struct LegAndMoneyTests {
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        for name in ["Kyoto", "Tokyo"] { try await planner.run("add \(name) --zone Asia/Tokyo") }
        try await planner.run("trip open japan")
        return planner
    }

    private func only<Model: PersistentModel>(_ type: Model.Type, _ planner: TestPlanner) throws -> Model {
        let all = try planner.context.fetch(FetchDescriptor<Model>())
        #expect(all.count == 1)
        return try #require(all.first)
    }

    private func warnings(_ output: Output) -> [String] {
        output.blocks.compactMap {
            if case .warning(let text) = $0 { Localizer(.english).string(text) } else { nil }
        }
    }

    /// Returns a column of a budget.
    private func column(_ key: String, _ output: Output) throws -> [String] {
        guard case .table(let table)? = output.blocks.first else { return [] }
        let index = try #require(table.columns.firstIndex { $0.key == key })
        return table.rows.map { $0[index].raw.csvText }
    }

    /// Returns a column of texts as the user sees it.
    private func shown(_ key: String, _ output: Output) throws -> [String?] {
        guard case .table(let table)? = output.blocks.first else { return [] }
        let index = try #require(table.columns.firstIndex { $0.key == key })
        return table.rows.map { row in
            if case .text(let text) = row[index].display { Localizer(.english).string(text) } else { nil }
        }
    }

    private func cells(_ output: Output) throws -> [[String]] {
        guard case .table(let table)? = output.blocks.first else { return [] }
        return table.rows.map { $0.map { "\($0.raw)" } }
    }

    @Test(arguments: [("ABC", false), ("jpy", true), ("€", true), ("EURO", false)])
    func `Only known currencies are accepted`(typed: String, isAccepted: Bool) {
        let context = ParseContext(localizer: Localizer(.english), today: TestPlanner.today)
        let code = try? ValueType<String>.currency.parse(typed, context)
        #expect((code != nil) == isAccepted)
    }

    @Test func `A leg takes the zones of the destinations, and a night train crosses midnight`() async throws
    {
        let planner = try await planner()
        #expect(
            try await planner.messages(
                "leg add train Kyoto Tokyo --depart '2027-04-08 22:15' --arrive 06:30 --number 'Sunrise 1' --code ABC123 --seat 7A"
            ) == ["Added “Sunrise 1, Kyoto – Tokyo” to “Japan” as number 1."])
        let leg = try only(Leg.self, planner)
        #expect(leg.departureZone == "Asia/Tokyo")
        #expect(leg.arrivalZone == "Asia/Tokyo")
        #expect(leg.arrival == moment("2027-04-09T06:30"))
        #expect(leg.duration == 495)
        try await planner.run("leg edit 1 --depart '2027-04-10 22:15'")
        #expect(leg.arrival == moment("2027-04-11T06:30"))
        try await planner.run("leg edit tokyo --seat 8B")
        #expect(leg.seat == "8B")
        #expect(leg.code == "ABC123")
        try await planner.run("leg delete tokyo --yes")
        #expect(try planner.context.fetchCount(FetchDescriptor<Leg>()) == 0)
    }

    @Test func `The zones of a leg are those of its destinations, or else of the cities with their names`()
        async throws
    {
        let planner = try await planner()
        try await planner.run(
            "leg add flight Roma Tokyo --depart '2027-04-01 14:05' --arrive '2027-04-02 10:15'")
        let leg = try only(Leg.self, planner)
        #expect(leg.departureZone == "Europe/Rome")
        #expect(leg.arrivalZone == "Asia/Tokyo")
        #expect(leg.duration == 13 * 60 + 10)
        // Another place has other clocks. A place that isn't known has none.
        try await planner.run("leg edit 1 --from Lisbon --depart '2027-04-01 14:05'")
        #expect(leg.departureZone == "Europe/Lisbon")
        #expect(leg.duration == 12 * 60 + 10)
        try await planner.run("leg edit 1 --from 'Platform 9 3/4'")
        #expect(leg.departureZone == nil)
        #expect(leg.duration == nil)
        try await planner.run("leg edit 1 --from Kyoto --from-zone Asia/Seoul")
        #expect(leg.departureZone == "Asia/Seoul")
        // Several places of the name that share a zone are enough, others aren't.
        try await planner.run("add Home --zone Pacific/Auckland --at none")
        try await planner.run("leg add flight Home Springfield --depart 2027-04-20 --in japan")
        let last = try #require(try planner.context.fetch(FetchDescriptor<Leg>()).last)
        #expect(last.departureZone == "Pacific/Auckland")
        #expect(last.arrivalZone == nil)
    }

    @Test func `A leg that arrives before it leaves is refused, also across zones`() async throws {
        let planner = try await planner()
        await #expect(throws: LegError.self) {
            try await planner.run(
                "leg add train Kyoto Tokyo --depart '2027-04-08 09:12' --arrive '2027-04-08 08:00'")
        }
        await #expect(throws: LegError.self) {
            try await planner.run(
                "leg add flight Rome Tokyo --depart '2027-04-08 14:00' --arrive '2027-04-08 20:00' --from-zone Europe/Rome"
            )
        }
        #expect(try planner.context.fetchCount(FetchDescriptor<Leg>()) == 0)
        // To the east across the date line, a flight arrives on an earlier local time.
        try await planner.run(
            "leg add flight Tokyo Honolulu --depart '2027-04-08 01:00' --arrive '2027-04-07 13:00' --to-zone Pacific/Honolulu"
        )
        #expect(try only(Leg.self, planner).duration == 420)
        await #expect(throws: LegError.self) {
            try await planner.run("leg edit 1 --arrive '2027-04-07 05:00'")
        }
        #expect(try only(Leg.self, planner).duration == 420)
    }

    /// Transport, a change, and the arrival after it.
    @Test(arguments: [
        (
            "leg add flight Kyoto Rome 2027-04-01 14:05 2027-04-02 10:15", "leg edit 1 arrive:18:30",
            "2027-04-02T18:30"
        ),
        ("leg add train Kyoto Tokyo 2027-04-08 09:12 23:50", "leg edit 1 arrive:00:20", "2027-04-09T00:20"),
        ("leg add train Kyoto Tokyo 2027-04-08 09:12 11:27", "leg edit 1 arrive:12:40", "2027-04-08T12:40"),
        (
            "leg add train Kyoto Tokyo 2027-04-08 09:12 11:27",
            "leg edit 1 depart:2027-04-10 22:00 arrive:06:30", "2027-04-11T06:30"
        ),
        ("leg add train Kyoto Tokyo 2027-04-08", "leg edit 1 arrive:11:27", "2027-04-08T11:27"),
    ])
    func `A new time of arrival keeps the day of the present arrival`(
        addition: String, edit: String, arrival: String
    ) async throws {
        let planner = try await planner()
        for line in [addition, edit] { try await planner.run(line) }
        #expect(try only(Leg.self, planner).arrival == moment(arrival))
    }

    @Test func `A stay has nights, keeps them when it moves, and can't end before it begins`() async throws {
        let planner = try await planner()
        try await planner.run(
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out '2027-04-08 10:00' --cost '54000 JPY'")
        let stay = try only(Stay.self, planner)
        #expect(stay.nights == 3)
        #expect(stay.cost == Money(54000, "JPY"))
        try await planner.run("stay edit ryokan --check-in '2027-04-06 16:00'")
        #expect(stay.checkOut == moment("2027-04-09T10:00"))
        await #expect(throws: LegError.self) {
            try await planner.run("stay edit ryokan --check-out 2027-04-01")
        }
        #expect(stay.checkOut == moment("2027-04-09T10:00"))
        try await planner.run("stay add Capsule --check-in 2027-04-09")
        #expect(try planner.context.fetch(FetchDescriptor<Stay>()).last?.nights == 1)
    }

    @Test func `Transport, stays and expenses are shown with everything that was entered`() async throws {
        let planner = try await planner()
        try await planner.run(
            "leg add train Kyoto Tokyo --depart '2027-04-08 09:12' --arrive 11:27 --number 'Nozomi 12' --code ABC123 --seat 7A --cost '14000 JPY' --note 'Left side' --platform 14 --paid yes --pay-by 2027-03-01"
        )
        try await planner.run(
            "stay add Ryokan --check-in 2027-04-05 --link https://example.org --address Gion --at 35.0,135.7 --note Tatami --paid no"
        )
        try await planner.run("expense add '1000 JPY' Ramen --category food --on 2027-04-05")
        func keys(_ line: String) async throws -> [String] {
            try await planner.run(line).blocks.flatMap { block -> [String] in
                if case .record(let record) = block { record.fields.map(\.key) } else { [] }
            }
        }
        #expect(
            try await keys("leg show 1") == [
                "number", "kind", "from", "to", "departure", "departureZone", "arrival", "arrivalZone",
                "minutes", "line",
                "code", "seat", "cost", "note", "platform", "paid", "payBy",
            ])
        #expect(
            try await keys("stay show 1") == [
                "number", "name", "checkIn", "checkOut", "nights", "address", "place", "link", "note", "paid",
            ])
        #expect(try await keys("expense show 1") == ["number", "day", "category", "name", "amount"])
    }

    @Test(arguments: [
        ("expense add 1250 JPY Ramen", "Ramen", Money(1250, "JPY")),
        ("expense add JPY 1250 Ramen", "Ramen", Money(1250, "JPY")),
        ("expense add '1250 JPY' Ramen", "Ramen", Money(1250, "JPY")),
        ("expense add 12 Bus", "Bus", Money(12, "EUR")),
        ("expense add 12 Bus to Gion", "Bus to Gion", Money(12, "EUR")),
        ("expense add 12,50 € Ice cream", "Ice cream", Money(Decimal(string: "12.5") ?? 0, "EUR")),
        ("expense add 300 zł Pierogi", "Pierogi", Money(300, "PLN")),
        ("expense add 1 250 Ft Lángos", "Lángos", Money(1250, "HUF")),
        ("expense add -12 EUR Cancelled tour", "Cancelled tour", Money(-12, "EUR")),
        ("expense add −1 250 Ft Lángos", "Lángos", Money(-1250, "HUF")),
    ])
    func `The amount of an expense needs no quotes`(line: String, name: String, cost: Money) async throws {
        let planner = try await planner()
        try await planner.run(line)
        let expense = try only(Expense.self, planner)
        #expect(expense.name == name)
        #expect(expense.cost == cost)
    }

    @Test(arguments: ["expense add 12 BUS ride", "expense add 1250 JPY", "expense add Ramen 12"])
    func `An unknown currency and a missing name are refused`(line: String) async throws {
        let planner = try await planner()
        await #expect(throws: (any Error).self) { try await planner.run(line) }
        #expect(try planner.context.fetch(FetchDescriptor<Expense>()).isEmpty)
    }

    @Test func `An expense can be corrected, and an amount without a currency keeps that of the expense`()
        async throws
    {
        let planner = try await planner()
        try await planner.run("expense add '1000 JPY' Ramen --category food --on 2027-04-05")
        #expect(
            try await planner.messages("expense edit ramen --amount 12.50 --on 2027-04-06") == [
                "Changed “Ramen”: day and amount."
            ])
        let expense = try only(Expense.self, planner)
        #expect(expense.cost == Money(12.5, "JPY"))
        #expect(CivilDate(utc: expense.day).description == "2027-04-06")
        #expect(expense.category == .food)
    }

    /// Lines that add a record with a price of 1200 yen, change it to 1300, and show it.
    @Test(arguments: [
        ("stay add Inn 2027-04-05 cost:1200 JPY", "stay edit inn cost:1300", "stay show inn"),
        ("stay add Inn 2027-04-05 cost:1200 JPY", "stay edit inn --cost 1300", "stay show inn"),
        ("stay add Inn 2027-04-05 cost:1200 JPY", "stay edit --where name:inn cost:1300", "stay show inn"),
        ("leg add train Kyoto Tokyo 2027-04-05 cost:1200 JPY", "leg edit 1 cost:1300", "leg show 1"),
        ("sight add Castle cost:1200 JPY --in kyoto", "sight edit castle cost:1300", "sight show castle"),
        ("expense add 1200 JPY Ramen", "expense edit ramen amount:1300", "expense show ramen"),
        ("expense add 1200 JPY Ramen", "expense edit --where name:ramen amount:1300", "expense show ramen"),
    ])
    func `A new amount without a currency keeps the currency of the present one`(
        addition: String, edit: String, shown: String
    ) async throws {
        let planner = try await planner()
        for line in [addition, edit] { try await planner.run(line) }
        let records = try await planner.run(shown).data.compactMap { block -> Record? in
            if case .record(let record) = block { record } else { nil }
        }
        let fields = try #require(records.first).fields
        #expect(fields.first { ["cost", "amount"].contains($0.key) }?.cell.raw == .decimal(1300))
        #expect(fields.first { $0.key == "currency" }?.cell.raw == .string("JPY"))
    }

    @Test func `An amount without a currency that replaces none is in the user's own`() async throws {
        let planner = try await planner()
        try await planner.run("stay add Inn 2027-04-05")
        try await planner.run("stay edit inn cost:1300")
        #expect(try only(Stay.self, planner).cost == Money(1300, "EUR"))
        try await planner.run("stay edit inn cost:90 USD")
        #expect(try only(Stay.self, planner).cost == Money(90, "USD"))
    }

    @Test func `Costs are added up by category in the user's currency, and amounts without a rate are named`()
        async throws
    {
        let planner = try await planner()
        #expect(
            warnings(try await planner.run("expense add '1000 JPY' Ramen --category food --on 2027-04-05"))
                == [
                    "Without a rate, not in the totals in EUR: 1,000 JPY. Set a rate with “rate JPY VALUE”."
                ])
        try await planner.run("expense add 12.50 Snacks --category food --on 2027-04-06")
        try await planner.run("expense add '40 USD' Guide --category other --on 2027-04-06")
        try await planner.run("leg add train Kyoto Tokyo --depart 2027-04-06 --cost '10000 JPY'")
        #expect(try await planner.messages("rate JPY 0.0061") == ["1 JPY is now 0.0061 EUR."])
        try await planner.run("budget set food 1250 JPY")
        #expect(try planner.session.tripsInOrder().first?.budget.map(\.limit) == [Money(1250, "JPY")])
        try await planner.run("budget set food 100")
        #expect(try planner.session.tripsInOrder().first?.budget.map(\.limit) == [Money(100, "JPY")])
        try await planner.run("budget set food 100 EUR")
        try await planner.run("budget set total '900 EUR'")
        let output = try await planner.run("budget")
        #expect(
            warnings(output) == [
                "Without a rate, not in the totals in EUR: 40 USD. Set a rate with “rate USD VALUE”."
            ])
        let rows = try cells(output)
        #expect(rows.count == 7)
        // 1000 JPY are 6.10 EUR; with 12.50 EUR, 18.60 of 100 EUR are spent.
        #expect(
            rows[2].prefix(4) == ["string(\"food\")", "decimal(100.0)", "decimal(18.6)", "decimal(81.4)"])
        #expect(rows[0].prefix(4) == ["string(\"transport\")", "null", "decimal(61.0)", "null"])
        #expect(
            rows[6].prefix(4) == ["string(\"total\")", "decimal(900.0)", "decimal(79.6)", "decimal(820.4)"])
        let days = try cells(try await planner.run("budget --days"))
        #expect(days.map { $0[0] } == ["string(\"2027-04-05\")", "string(\"2027-04-06\")"])
        #expect(days.map { $0[1] } == ["decimal(6.1)", "decimal(73.5)"])
        // The sums as they were paid.
        let foreign = try column("foreign", output)
        #expect(foreign == ["10000 JPY", "", "1000 JPY", "", "", "40 USD", "11000 JPY; 40 USD"])
        let daily = try await planner.run("budget --days")
        #expect(try column("foreign", daily) == ["1000 JPY", "10000 JPY; 40 USD"])
    }

    @Test func `The budget says what isn't paid yet`() async throws {
        let planner = try await planner()
        for line in [
            "stay add Ryokan --check-in 2027-04-05 --cost '300 EUR' --paid no",
            "stay add Inn --check-in 2027-04-06 --cost '80 EUR' --paid yes",
            "leg add train Kyoto Tokyo --depart 2027-04-06 --cost '50 EUR' --pay-by 2027-03-01",
            "leg add bus Tokyo Nara --depart 2027-04-07 --cost '9 EUR'", "expense add 12 Bus 2027-04-05",
        ] { try await planner.run(line) }
        let output = try await planner.run("budget")
        #expect(try column("unpaid", output) == ["50.0", "300.0", "0.0", "0.0", "0.0", "0.0", "350.0"])
        #expect(try column("unpaid", try await planner.run("budget --days")) == ["300.0", "50.0", "0.0"])
        // Without a rate, a column of zeros would say that nothing is to be paid.
        try await planner.run("stay add Motel --check-in 2027-04-07 --cost '816.40 USD' --paid no")
        try await planner.run("leg add ferry Nara Kobe --depart 2027-04-07 --cost '90 USD' --paid no")
        let missing = try await planner.run("budget")
        #expect(try column("unpaid", missing) == ["50.0", "300.0", "0.0", "0.0", "0.0", "0.0", "350.0"])
        #expect(try shown("unpaid", missing)[0] == "50 EUR, 90 USD")
        #expect(try shown("unpaid", missing)[6] == "350 EUR, 906.40 USD")
        let day = try await planner.run("budget --days")
        #expect(try column("unpaid", day).last == "")
        #expect(try shown("unpaid", day).last == "906.40 USD")
        for line in ["stay delete motel --yes", "leg delete kobe --yes"] { try await planner.run(line) }
        try await planner.run("stay edit ryokan --paid yes")
        try await planner.run("leg edit 1 --pay-by none")
        guard case .table(let table)? = try await planner.run("budget").blocks.first else {
            Issue.record("no table")
            return
        }
        #expect(table.columns.last?.isShown == false)
    }

    @Test func `A refund reduces the costs, and comes back from an export`() async throws {
        let planner = try await planner()
        try await planner.run("expense add 100 Tour --category sights --on 2027-04-06")
        try await planner.run("expense add -30 Tour --category sights --on 2027-04-06")
        try await planner.run("expense edit 2 --amount -40")
        let rows = try cells(try await planner.run("budget"))
        #expect(rows[3][2] == "decimal(60.0)")
        let export = TripExport(
            destinations: [], trips: try planner.session.tripsInOrder(), now: TestPlanner.noon,
            localizer: planner.session.localizer)
        let other = try await TestPlanner()
        _ = try await other.importBytes(TripJSON.write(export).bytes, named: "trips.json")
        let amounts = try other.context.fetch(FetchDescriptor<Expense>()).map(\.amount).sorted()
        #expect(amounts == [-40, 100])
        await #expect(throws: (any Error).self) { try await planner.run("budget set food -5") }
    }

    @Test(arguments: ["0.0061", "0.1", "54000", "12.50", "0.00000001", "123456789.99"])
    func `An amount is written as it was set`(text: String) throws {
        #expect(Money(try #require(Decimal(string: text)), "EUR").number == Double(text))
    }

    @Test func `Rates work in both directions and through a common currency`() {
        let rates = Rates([
            ExchangeRate(currency: "JPY", value: Decimal(string: "0.0061") ?? 0, base: "EUR"),
            ExchangeRate(currency: "USD", value: Decimal(string: "0.5") ?? 0, base: "EUR"),
            ExchangeRate(currency: "BAD", value: 0, base: "EUR"),
        ])
        #expect(rates.convert(Money(1000, "JPY"), to: "EUR") == Decimal(string: "6.1"))
        #expect(rates.convert(Money(10, "EUR"), to: "USD") == 20)
        #expect(rates.convert(Money(1000, "JPY"), to: "USD") == Decimal(string: "12.2"))
        #expect(rates.convert(Money(5, "XXX"), to: "XXX") == 5)
        #expect(rates.convert(Money(5, "XXX"), to: "EUR") == nil)
        #expect(rates.convert(Money(5, "BAD"), to: "EUR") == nil)
    }

    @Test func `A rate is set, replaced and removed, and its own currency needs none`() async throws {
        let planner = try await planner()
        try await planner.run("rate jpy 0.006")
        try await planner.run("rate JPY 0.0061 --in USD")
        let rate = try only(ExchangeRate.self, planner)
        #expect(rate.value == Decimal(string: "0.0061"))
        #expect(rate.base == "USD")
        try await planner.run("rate JPY none --yes")
        #expect(try planner.context.fetchCount(FetchDescriptor<ExchangeRate>()) == 0)
        await #expect(throws: RateError.self) { try await planner.run("rate JPY none") }
        await #expect(throws: RateError.self) { try await planner.run("rate EUR 2") }
        await #expect(throws: (any Error).self) { try await planner.run("rate JPY 0") }
    }

    @Test func `A mistyped name of a checklist is answered with the near name, and makes no list`()
        async throws
    {
        let planner = try await TestPlanner()
        for line in ["trip add Japan", "checklist add Passport", "checklist add Map --list bicycle"] {
            try await planner.run(line)
        }
        for line in [
            "checklist --list pakcing", "checklist copy japan --list pakcing",
            "checklist add Tent --list packign",
            "checklist edit map --list packnig",
        ] {
            let error = await #expect(throws: ChecklistError.self, "\(line)") { try await planner.run(line) }
            #expect(error?.unknownName?.nearest == ["packing"], "\(line)")
        }
        let unknown = await #expect(throws: ChecklistError.self) {
            try await planner.run("checklist --list x")
        }
        #expect(unknown?.unknownName?.nearest == [])
        try await planner.run("checklist add Tent --list bicycles --yes")
        try await planner.run("checklist edit passport --list documents")
        let trip = try #require(try planner.session.tripsInOrder().first)
        #expect(trip.checklist.map(\.list) == ["documents", "bicycle", "bicycles"])
    }

    @Test func `Checklists are checked off, and copied to another trip as not done`() async throws {
        let planner = try await planner()
        try await planner.run("checklist add Passport 'Rail pass' Umbrella")
        try await planner.run("checklist add 'Book the ryokan' --list 'to do'")
        #expect(
            try await planner.messages("checklist done passport ryokan") == [
                "Done: “Passport” and “Book the ryokan”."
            ])
        let open = try await planner.run("checklist --open")
        #expect(try cells(open).count == 2)
        try await planner.run("trip add Korea")
        try await planner.run("checklist add passport")
        #expect(
            try await planner.messages("checklist copy japan --list packing") == [
                "Copied 2 items from “Japan” to “Korea”."
            ])
        let korea = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).last)
        #expect(korea.checklist.map(\.name) == ["passport", "Rail pass", "Umbrella"])
        #expect(korea.checklist.allSatisfy { !$0.isDone })
        #expect(
            try await planner.messages("checklist edit umbrella --name 'Rain coat' --list clothes") == [
                "Changed “Umbrella”: name and list."
            ])
        #expect(
            try await planner.messages("checklist edit rain coat list:Packing") == [
                "Changed “Rain coat”: list."
            ])
        #expect(korea.checklist.map(\.list) == ["packing", "packing", "packing"])
        try await planner.run("checklist delete rain --yes")
        #expect(korea.checklist.map(\.name) == ["passport", "Rail pass"])
        #expect(try planner.context.fetchCount(FetchDescriptor<ChecklistItem>()) == 6)
    }

    @Test func `Conditions say which items are done, deleted or changed`() async throws {
        let planner = try await planner()
        try await planner.run("checklist add Passport Umbrella")
        try await planner.run("checklist add Visa Ticket --list 'to do' --due 2024-03-15")
        try await planner.run("trip add Korea")
        try await planner.run("checklist add Tent --due 2024-03-01")
        #expect(
            try await planner.messages("checklist done is:due --in japan") == [
                "Done: “Visa” and “Ticket”."
            ])
        #expect(
            try await planner.messages("checklist done visa passport is:done --not --in japan") == [
                "Not done: “Visa”."
            ])
        #expect(try cells(try await planner.run("checklist is:due")).map { $0[2] } == [#"string("Tent")"#])
        #expect(try cells(try await planner.run("checklist japan -is:done --list packing")).count == 2)
        // The trip Korea is open.
        try await planner.run("checklist edit --where 'list:packing' due:2024-04-01")
        try await planner.run("checklist delete list:\"to do\" -is:done --in japan --yes")
        let items = try planner.context.fetch(FetchDescriptor<ChecklistItem>())
        #expect(items.map(\.name) == ["Passport", "Umbrella", "Ticket", "Tent"])
        #expect(items.map { $0.due?.description } == [nil, nil, "2024-03-15", "2024-04-01"])
        await #expect(throws: RecordError.self) { try await planner.run("checklist done list:books") }
    }

    @Test func `An item of a checklist has a due day, of which today reminds`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        try await planner.run("checklist add Visa Passport --due 2024-03-15 --in japan")
        try await planner.run("checklist add Umbrella --due 2024-03-16 --in japan")
        #expect(try await planner.messages("today") == ["Nothing is planned for this day."])
        let output = try await planner.run("today")
        let warnings = output.blocks.compactMap { block in
            if case .warning(let text) = block { planner.session.localizer.string(text) } else { nil }
        }
        #expect(warnings == ["Due: “Visa” and “Passport”."])
        try await planner.run("checklist done visa --in japan")
        try await planner.run("checklist edit passport --due none --in japan")
        #expect(try await planner.run("today").blocks.count == 1)
        let items = try planner.context.fetch(FetchDescriptor<ChecklistItem>())
        #expect(items.map(\.due) == [day(2024, 3, 15), nil, day(2024, 3, 16)])
    }

    @Test func `Conditions find transport and stays that need attention`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan 2027-04-05 2027-04-12")
        try await planner.run("leg add flight WAW NRT 2027-04-03 14:20 2027-04-04 09:40")
        try await planner.run("leg add train Kyoto Tokyo 2027-04-08 09:12 11:27")
        try await planner.run("stay add Ryokan 2027-04-05 2027-04-08")
        try await planner.run("stay add Hotel 2027-04-07 2027-04-09")
        try await planner.run("stay add Hostel 2027-04-09 2027-04-10")
        try await planner.run("leg edit kyoto --cancelled yes")
        func names(_ line: String) async throws -> [String] {
            let output = try await planner.run(line)
            let tables = (output.blocks + output.data).compactMap {
                if case .table(let table) = $0 { table } else { nil }
            }
            guard let table = tables.first else { return [] }
            let column = table.columns.firstIndex { $0.key == "name" || $0.key == "from" } ?? 0
            return table.rows.compactMap { if case .string(let name) = $0[column].raw { name } else { nil } }
        }
        #expect(try await names("leg list is:outside") == ["WAW"])
        #expect(try await names("leg list japan is:cancelled") == ["Kyoto"])
        #expect(try await names("leg list -is:cancelled") == ["WAW"])
        #expect(try await names("leg list").count == 2)
        #expect(try await names("stay list is:overlap") == ["Ryokan", "Hotel"])
        #expect(try await names("stay list is:unplaced").count == 3)
        #expect(
            try await planner.messages("stay list is:cancelled")
                == ["No stay matches. “stay list TRIP” lists all of a trip."])
        await #expect(throws: (any Error).self) { try await planner.run("leg list is:overlp") }
    }
}

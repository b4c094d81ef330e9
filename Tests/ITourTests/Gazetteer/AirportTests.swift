import Localization
import TestSupport
import Testing

@testable import ITour
@testable import Shell

@MainActor
@Suite("Airports and the clocks of places")
struct AirportTests {
    @Test(arguments: [
        ("BER", "Europe/Berlin"), ("SIN", "Asia/Singapore"), ("NRT", "Asia/Tokyo"),
        ("HNL", "Pacific/Honolulu"),
        ("LON", "Europe/London"), ("Warsaw (WAW)", "Europe/Warsaw"), ("Berlin BER", "Europe/Berlin"),
        ("JFK Terminal 4", "America/New_York"), ("Kyoto Station", "Asia/Tokyo"),
        ("München Hbf", "Europe/Berlin"), ("Gare de Lyon, Paris", "Europe/Paris"),
        ("Warszawa Centralna", "Europe/Warsaw"), ("Rome", "Europe/Rome"),
    ])
    func `A place has the clock of its airport or its city`(name: String, zone: String) {
        #expect(Gazetteer.builtIn.timeZones(of: name) == [zone])
    }

    @Test(arguments: [
        ("1219 SW Park Ave, Portland, OR", "Portland", "US"), ("1 State St, Salem, OR 97301", "Salem", "US"),
        ("1 State St, Salem, OR, USA", "Salem", "US"), ("1 State St, Salem, 97301, OR", "Salem", "US"),
        ("Via Dante 1, 20121 Milano, MI", "Milan", "IT"),
        ("Alexanderplatz 1, 10178 Berlin, DE", "Berlin", "DE"),
        ("4 Main St, Cambridge, UK", "Cambridge", "GB"),
        ("350 5th Ave, New York, NY 10118, USA", "New York City", "US"),
    ])
    func `A state or a country in an address says which city is meant`(
        address: String, city: String, country: String
    ) {
        let found = Gazetteer.builtIn.city(of: address)
        #expect(found?.name(in: .english) == city)
        #expect(found?.country == country)
        #expect(Gazetteer.builtIn.timeZones(of: address) == [found?.timeZone])
    }

    @Test func `The code of a state is no city, also if its city isn't known`() {
        #expect(Gazetteer.builtIn.city(of: "1 Main St, Nowhere at all, OR") == nil)
        #expect(Gazetteer.builtIn.timeZones(of: "1 State St, Salem, OR 97301") == ["America/Los_Angeles"])
    }

    @Test(arguments: ["QQQ", "ZZZ", "Nowhere at all"])
    func `An unknown code has no clock, not that of a town with a rare name`(name: String) {
        #expect(Gazetteer.builtIn.timeZones(of: name).isEmpty)
    }

    @Test func `Every airport has a place and a time zone that the system knows`() {
        let codes = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        var count = 0
        for first in codes {
            for second in codes {
                for third in codes {
                    guard let airport = Airports.builtIn.airport(code: String([first, second, third])) else {
                        continue
                    }
                    count += 1
                    #expect(LegClock.zone(airport.timeZone) != nil, "\(airport.code)")
                }
            }
        }
        // 7,884 airports, and 23 codes of cities.
        #expect(count == 7_907)
    }
}

import Testing

@testable import ITour

@Suite("Coordinates")
struct PlaceReaderTests {
    @Test func `Typed and copied coordinates are read`() throws {
        let colosseum = try place(41.8902, 12.4922)
        for text in [
            "41.8902,12.4922", "41.8902, 12.4922", " 41.8902 12.4922 ", "41.8902N 12.4922E",
            "geo:41.8902,12.4922;u=35",
            "+41.8902;+12.4922", "41.8902° 12.4922°",
        ] {
            #expect(try PlaceReader.place(text) == colosseum, "\(text)")
        }
        #expect(try PlaceReader.place("33.9s 151.2e") == place(-33.9, 151.2))
        #expect(try PlaceReader.place("90,-180") == place(90, -180))
    }

    @Test(arguments: [
        "", "41.8902", "91,0", "-90.1,0", "0,180.5", "0,-181", "north,east", "nan,0", "inf,0", "1e400,0",
        "-5S,3E",
        "1,2,3", "0x10,0",
    ])
    func `Invalid coordinates are refused`(text: String) {
        #expect(throws: TripError.self) { try PlaceReader.place(text) }
    }

    @Test func `Coordinates are written without an exponent`() throws {
        #expect(Coordinates.degrees(0) == "0.0" && Coordinates.degrees(-0.0000001) == "-0.0000001")
        #expect(Coordinates.degrees(41.8902) == "41.8902" && Coordinates.degrees(-180) == "-180.0")
        #expect(Coordinates.degrees(1e-12) == "0.0" && Coordinates.degrees(12.5) == "12.5")
        #expect(Coordinates.degrees(-0.05) == "-0.05")
        #expect(try place(-0.0, 0).text == "0.0, 0.0")
    }
}

import Testing

@testable import Shell

@Suite("Globes")
struct GlobeTests {
    private func position(_ latitude: Double, _ longitude: Double) -> Globe.Position {
        Globe.Position(latitude: latitude, longitude: longitude)
    }

    @Test func `Distances depend on the radius`() {
        let quarter = Globe.earth.distance(position(0, 0), position(0, 90))
        #expect(abs(quarter - 10_007.5) < 0.1)
        #expect(abs(Globe.moon.distance(position(0, 0), position(0, 90)) - 2729.1) < 0.1)
        #expect(Globe.earth.distance(position(10, 180), position(10, -180)) == 0)
        // Apollo 11 and Apollo 12.
        let sites = (position(0.674, 23.473), position(-3.012, -23.422))
        #expect(abs(Globe.moon.distance(sites.0, sites.1) - 1425) < 3)
    }

    @Test func `Bearings are degrees clockwise from north`() {
        let origin = position(0, 0)
        for (latitude, longitude, expected) in [
            (1.0, 0.0, CompassPoint.north), (1, 1, .northEast), (0, 1, .east), (-1, 1, .southEast),
            (-1, 0, .south), (-1, -1, .southWest), (0, -1, .west), (1, -1, .northWest),
        ] {
            let bearing = Globe.earth.bearing(from: origin, to: position(latitude, longitude))
            #expect(CompassPoint(bearing: bearing) == expected)
            #expect((0..<360).contains(bearing))
        }
        #expect(
            CompassPoint(bearing: Globe.earth.bearing(from: position(0, 179), to: position(0, -179))) == .east
        )
        #expect(CompassPoint(bearing: 359) == .north)
        #expect(CompassPoint(bearing: -90) == .west)
    }

    @Test func `Positions out of range are clamped or wrapped`() {
        #expect(position(95, 190) == position(90, -170))
        #expect(position(-95, -190) == position(-90, 170))
        #expect(position(.nan, .infinity) == position(0, 0))
    }
}

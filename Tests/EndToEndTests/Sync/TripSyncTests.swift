import Foundation
import TestSupport
import Testing

/// Trips with their transport, stays, expenses, lists and rates on two devices with the built server.
@Suite("Trips on two devices", .level(.default), .serialized)
struct TripSyncTests {
    /// Two devices with the same trip.
    private struct Devices {
        let server: SyncServerProcess
        let laptop: SyncDevice
        let desktop: SyncDevice

        init() throws {
            server = try SyncServerProcess()
            (laptop, desktop) = try SyncDevice.pair("itour", server)
            for line in [
                "trip add Japan --date 2027-04-01 --end 2027-04-21", "add Kyoto --trip japan",
                "sight add Castle --in kyoto",
                "leg add train Kyoto Tokyo --depart \"2027-04-08 09:12\" --arrive 11:27 --in japan",
                "stay add Ryokan --check-in 2027-04-05 --check-out 2027-04-08 --in japan",
                "expense add \"1000 JPY\" Ramen --category food --on 2027-04-05 --in japan",
                "expense add \"500 JPY\" Tea --category food --on 2027-04-05 --in japan",
                "budget set food 300 --in japan", "checklist add Passport Umbrella --in japan",
                "rate JPY 0.0061",
            ] {
                try act(laptop, line)
            }
            try synchronize()
        }

        func act(_ device: SyncDevice, _ line: String) throws {
            let result = try device.run("-c", line)
            try #require(result.status == .exited(0), "\(line): \(result.stderr)")
        }

        /// Synchronizes both devices until neither has changes to send.
        func synchronize() throws {
            for device in [laptop, desktop, laptop] {
                let result = try device.run("sync")
                try #require(result.status == .exited(0), "\(result.stderr)")
            }
        }

        /// Returns the records that a command shows. They must be the same on both devices, but for their
        /// numbers and for lists of other records.
        func records(_ line: String) throws -> [[String: String]] {
            let arguments = line.split(separator: " ").map(String.init)
            let shown = try [laptop, desktop].map { device in
                let result = try TestSupport.run(
                    device.program, arguments + ["--json"], stdin: "",
                    environment: device.home.environment(), workingDirectory: device.home.path)
                try #require(result.status == .exited(0), "\(arguments): \(result.stderr)")
                let data = try JSONSerialization.jsonObject(with: Data(result.stdout.utf8))
                let objects = (data as? [[String: Any]]) ?? [data as? [String: Any] ?? [:]]
                return objects.map { object in
                    object.filter { $0.key != "number" && !($0.value is [[String: Any]]) }.mapValues {
                        "\($0)"
                    }
                }.sorted { "\($0["name"] ?? "")" < "\($1["name"] ?? "")" }
            }
            #expect(shown[0] == shown[1], "\(line)")
            return shown[0]
        }

        /// Returns the values of a field of the records that a command shows on both devices.
        func values(_ key: String, _ line: String) throws -> [String] {
            try records(line).map { $0[key] ?? "-" }
        }
    }

    @Test func `What one device adds, another one has`() throws {
        let devices = try Devices()
        #expect(try devices.values("name", "trip list") == ["Japan"])
        #expect(try devices.values("trip", "list") == ["Japan"])
        #expect(try devices.values("from", "leg list japan") == ["Kyoto"])
        #expect(try devices.values("departureZone", "leg list japan") == ["Asia/Tokyo"])
        #expect(try devices.values("checkOut", "stay list japan") == ["2027-04-08"])
        #expect(try devices.values("name", "expense list japan") == ["Ramen", "Tea"])
        #expect(try devices.values("name", "checklist japan") == ["Passport", "Umbrella"])
        #expect(try devices.values("value", "rate") == ["0.0061"])
        let food = try devices.records("budget japan").first { $0["category"] == "food" }
        #expect(food?["budget"] == "300.0", "\(food ?? [:])")
    }

    @Test func `Different fields that two devices edit are both kept`() throws {
        let devices = try Devices()
        for line in [
            "leg edit kyoto --seat 7A", "stay edit ryokan --code R1", "trip edit japan --details Sakura",
            "checklist done passport --in japan", "sight schedule castle 2027-04-05 09:30",
        ] {
            try devices.act(devices.laptop, line)
        }
        for line in [
            "leg edit kyoto --code ABC123", "stay edit ryokan --address Gion",
            "trip edit japan --name Nippon",
            "checklist done umbrella --in nippon", "sight edit castle --cost \"1300 JPY\"",
        ] {
            try devices.act(devices.desktop, line)
        }
        try devices.synchronize()
        #expect(try devices.values("seat", "leg list nippon") == ["7A"])
        #expect(try devices.values("code", "leg list nippon") == ["ABC123"])
        #expect(try devices.values("code", "stay list nippon") == ["R1"])
        #expect(try devices.values("address", "stay list nippon") == ["Gion"])
        #expect(try devices.values("details", "trip show nippon").first == "Sakura")
        #expect(try devices.values("done", "checklist nippon") == ["1", "1"])
        #expect(try devices.values("scheduled", "sight list kyoto") == ["2027-04-05T09:30"])
        #expect(try devices.values("currency", "sight list kyoto") == ["JPY"])
    }

    @Test func `The times of a leg change together, and the later edit of one field wins`() throws {
        let devices = try Devices()
        try devices.act(devices.laptop, "leg edit kyoto --depart \"2027-04-09 10:00\"")
        try devices.act(devices.laptop, "rate JPY 0.007")
        try devices.act(devices.desktop, "leg edit kyoto --depart \"2027-04-10 22:00\" --arrive 06:30")
        try devices.act(devices.desktop, "rate JPY 0.008")
        try devices.synchronize()
        #expect(try devices.values("departure", "leg list japan") == ["2027-04-10T22:00"])
        #expect(try devices.values("arrival", "leg list japan") == ["2027-04-11T06:30"])
        #expect(try devices.values("value", "rate") == ["0.008"])
    }

    @Test func `A currency whose rate both devices set has one rate, the later one`() throws {
        let devices = try Devices()
        try devices.act(devices.laptop, "rate USD 0.9")
        try devices.act(devices.desktop, "rate USD 0.95")
        try devices.synchronize()
        #expect(try devices.values("currency", "rate") == ["JPY", "USD"])
        #expect(try devices.values("value", "rate").last == "0.95")
    }

    @Test func `A deletion reaches the other device, and its undo brings everything back`() throws {
        let devices = try Devices()
        let before = try devices.records("expense list japan")
        try devices.act(devices.laptop, "expense delete ramen --yes")
        try devices.act(devices.desktop, "stay delete ryokan --yes")
        try devices.act(devices.desktop, "checklist delete umbrella --in japan --yes")
        try devices.synchronize()
        #expect(try devices.values("name", "expense list japan") == ["Tea"])
        #expect(try devices.records("stay list japan").isEmpty)
        #expect(try devices.values("name", "checklist japan") == ["Passport"])
        try devices.act(devices.laptop, "undo")
        for _ in 0..<2 { try devices.act(devices.desktop, "undo") }
        try devices.synchronize()
        #expect(try devices.records("expense list japan") == before)
        #expect(try devices.values("name", "stay list japan") == ["Ryokan"])
        #expect(try devices.values("name", "checklist japan") == ["Passport", "Umbrella"])
    }

    @Test
    func `A trip that one device deletes while another one edits its leg is gone, and undo restores it`()
        throws
    {
        let devices = try Devices()
        try devices.act(devices.laptop, "trip delete japan --yes")
        try devices.act(devices.desktop, "leg edit kyoto --seat 7A")
        try devices.synchronize()
        #expect(try devices.records("trip list").isEmpty)
        // The destination becomes an idea again.
        #expect(try devices.values("trip", "list") == ["<null>"])
        try devices.act(devices.laptop, "undo")
        try devices.synchronize()
        #expect(try devices.values("seat", "leg list japan") == ["7A"])
        #expect(try devices.values("name", "expense list japan") == ["Ramen", "Tea"])
        #expect(try devices.values("trip", "list") == ["Japan"])
    }

    @Test func `An undone edit is undone on the other device too`() throws {
        let devices = try Devices()
        try devices.act(devices.laptop, "leg edit kyoto --seat 7A")
        try devices.synchronize()
        try devices.act(devices.desktop, "leg edit kyoto --code ABC123")
        try devices.act(devices.laptop, "undo")
        try devices.synchronize()
        #expect(try devices.values("seat", "leg list japan") == ["<null>"])
        #expect(try devices.values("code", "leg list japan") == ["ABC123"])
    }
}

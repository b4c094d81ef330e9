import TestSupport
import Testing

/// The rules for readings in docs/sync.md, on two devices with the built server.
@Suite("Readings on two devices", .level(.default), .serialized)
struct ReadingSyncTests {
    /// Returns two devices with a book that was started.
    private func devices(_ server: SyncServerProcess) throws -> (SyncDevice, SyncDevice) {
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        try act(laptop, "add", "Solaris", "Lem", "--started", "2024-01-01", "--status", "in-progress")
        for device in [laptop, desktop] { try act(device, "sync") }
        return (laptop, desktop)
    }

    private func act(_ device: SyncDevice, _ arguments: String...) throws {
        let result = try TestSupport.run(
            device.program, arguments, stdin: "", environment: device.home.environment(),
            workingDirectory: device.home.path)
        try #require(result.status == .exited(0), "\(arguments): \(result.stderr)")
    }

    /// Synchronizes both devices completely, and returns the readings, which must be the same on both.
    private func readings(_ devices: (SyncDevice, SyncDevice)) throws -> [String] {
        for device in [devices.0, devices.1, devices.0] { try act(device, "sync") }
        let lists = try [devices.0, devices.1].map { device in
            try device.run("reading", "list", "solaris", "--json").objects.map { reading in
                ["outcome", "started", "completed"].map { reading[$0] as? String ?? "-" }
                    .joined(separator: " ")
            }
        }
        #expect(lists[0] == lists[1])
        return lists[0]
    }

    @Test func `Two devices that finish the same reading have one reading, that of the later change`() throws
    {
        let server = try SyncServerProcess()
        let devices = try devices(server)
        try act(devices.0, "finish", "solaris", "2024-01-20")
        try act(devices.1, "finish", "solaris", "2024-01-10")
        #expect(try readings(devices) == ["completed 2024-01-01 2024-01-10"])
    }

    @Test func `If one device finishes a reading and another abandons it, the later change wins`() throws {
        let server = try SyncServerProcess()
        let devices = try devices(server)
        try act(devices.0, "abandon", "solaris", "2024-01-20")
        try act(devices.1, "finish", "solaris", "2024-01-10")
        #expect(try readings(devices) == ["completed 2024-01-01 2024-01-10"])
    }

    @Test func `Two devices that start a finished book again have one earlier reading and one new`() throws {
        let server = try SyncServerProcess()
        let devices = try devices(server)
        try act(devices.0, "finish", "solaris", "2024-01-20")
        #expect(try readings(devices) == ["completed 2024-01-01 2024-01-20"])
        try act(devices.0, "start", "solaris", "2024-02-01")
        try act(devices.1, "start", "solaris", "2024-02-02")
        #expect(
            try readings(devices) == ["completed 2024-01-01 2024-01-20", "in-progress 2024-02-02 -"])
    }

    @Test func `Two devices that read a finished book again and finish it have one new reading`() throws {
        let server = try SyncServerProcess()
        let devices = try devices(server)
        try act(devices.0, "finish", "solaris", "2024-01-20")
        _ = try readings(devices)
        for (device, day) in [(devices.0, "2024-02-09"), (devices.1, "2024-02-08")] {
            try act(device, "start", "solaris", "2024-02-01")
            try act(device, "finish", "solaris", day)
        }
        #expect(
            try readings(devices) == ["completed 2024-01-01 2024-01-20", "completed 2024-02-01 2024-02-08"])
    }

    @Test func `A reading that one device sets aside stays when another device changes its end`() throws {
        let server = try SyncServerProcess()
        let devices = try devices(server)
        try act(devices.0, "finish", "solaris", "2024-01-20")
        _ = try readings(devices)
        try act(devices.0, "start", "solaris", "2024-02-01")
        try act(devices.1, "edit", "solaris", "--completed", "2024-01-21")
        #expect(
            try readings(devices) == ["completed 2024-01-01 2024-01-20", "completed 2024-01-01 2024-01-21"])
    }
}

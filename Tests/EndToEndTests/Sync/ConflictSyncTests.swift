import TestSupport
import Testing

/// Own changes that another device replaces or deletes, and stores that are copied to another computer.
@Suite("Conflicts and copies on two devices", .level(.default), .serialized)
struct ConflictSyncTests {
    private func act(_ device: SyncDevice, _ lines: String...) throws {
        for line in lines {
            let result = try device.run("-c", line)
            try #require(result.status == .exited(0), "\(line): \(result.stderr)")
        }
    }

    private func title(_ device: SyncDevice) throws -> String? {
        try device.run("list", "--json").objects.first?["title"] as? String
    }

    @Test func `A title that another device replaces is listed and brought back`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("portfolio", server)
        try act(laptop, "new Draft", "sync")
        try act(desktop, "sync", "title 1 Desktop")
        try act(laptop, "title 1 Laptop", "sync")
        // The desktop wrote the earlier title, but sends it later.
        let report = try desktop.run("sync")
        #expect(
            (report.stdout + report.stderr).contains(
                "Your change of “Laptop” was replaced by a later one: Title"),
            "\(report.stdout) \(report.stderr)")
        let conflict = try #require(try desktop.run("sync", "conflicts", "--json").objects.first)
        #expect(conflict["own"] as? String == "Desktop")
        #expect(conflict["other"] as? String == "Laptop")
        #expect(conflict["property"] as? String == "title")
        #expect(conflict["isDeleted"] as? Bool == false)
        #expect(try laptop.run("sync", "conflicts").stdout == "There are no conflicts.\n")

        let number = try #require(conflict["number"] as? Int)
        try act(desktop, "sync conflicts keep \(number)", "sync")
        try act(laptop, "sync")
        for device in [laptop, desktop] { #expect(try title(device) == "Desktop") }
        #expect(try desktop.run("history", "--json").stdout.contains("Brought back your values"))
        try act(desktop, "undo", "sync")
        try act(laptop, "sync")
        for device in [laptop, desktop] { #expect(try title(device) == "Laptop") }
    }

    @Test func `An entry that another device deletes without knowing a change is brought back`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        try act(laptop, "add Solaris Lem", "sync")
        try act(desktop, "sync", "delete solaris --yes", "sync")
        try act(laptop, "edit solaris --publisher Iskry")
        let report = try laptop.run("sync")
        #expect(
            (report.stdout + report.stderr).contains("“Solaris”, which you had changed, was deleted"),
            "\(report.stdout) \(report.stderr)")
        #expect(try laptop.run("list", "--json").objects.isEmpty)
        let number = try #require(
            try laptop.run("sync", "conflicts", "--json").objects.first?["number"] as? Int)
        try act(laptop, "sync conflicts keep \(number)", "sync")
        try act(desktop, "sync")
        for device in [laptop, desktop] {
            #expect(try device.run("show", "solaris", "--json").object["publisher"] as? String == "Iskry")
        }
    }

    @Test(arguments: [true, false])
    func `An undo keeps what was done on a copy of the store`(logsIn: Bool) throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice.loggedIn("portfolio", server)
        try act(laptop, "new Draft", "sync")
        let copy = try laptop.copy()
        if logsIn { try copy.logIn(server, as: "copy") }
        try act(copy, "title 1 Copied", "sync")
        try act(laptop, "undo", "sync")
        for device in [copy, laptop, copy] { try act(device, "sync") }
        for device in [laptop, copy] { #expect(try title(device) == "Copied") }
    }
}

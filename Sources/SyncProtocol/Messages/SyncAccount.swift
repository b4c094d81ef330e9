import Foundation

/// The public parts of an account's key. The server keeps them; they don't help to open anything.
public struct SyncAccountKey: Hashable, Sendable {
    /// The UUID from which, with the code, the keys are derived. The first device makes it.
    public let account: UUID
    /// The name of the key in requests, which is also its fingerprint: 16 hexadecimal digits.
    public let identifier: String
    /// The value by which a device verifies a typed code before it sends anything.
    public let check: String

    /// Creates the parts.
    ///
    /// - Parameters:
    ///   - account: The account's UUID.
    ///   - identifier: The name of the key.
    ///   - check: The value for the verification of a code.
    public init(account: UUID, identifier: String, check: String) {
        self.account = account
        self.identifier = identifier
        self.check = check
    }

    init?(_ object: JSONMessageObject) throws(SyncDecodingError) {
        guard let key = object.members["key"], key != .null else { return nil }
        let members = try key.object(at: "key")
        account = try members.uuid("account")
        identifier = try members.text("id", limit: SyncLimits.nameLength)
        check = try members.text("check", limit: SyncLimits.nameLength)
    }

    func write(to output: inout JSONOutput) {
        output.key("key")
        output.object { output in
            output.member("account", text: account.uuidString)
            output.member("check", text: check)
            output.member("id", text: identifier)
        }
    }
}

/// What a server tells a device about its account: the key and the devices.
///
/// A device sends a ``SyncAccount`` with a key to propose it. The server keeps the first one, and answers with the key that it
/// has. It replaces its key only if the device names it.
public struct SyncAccount: Hashable, Sendable {
    /// A device of the account.
    public struct Device: Hashable, Sendable {
        /// The name that the server's administrator chose. Escape it before printing it on a terminal.
        public let name: String
        /// The time of its last request, to within a few minutes, or `nil` before the first one.
        public let lastSeen: Date?

        /// Creates a device.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - lastSeen: The time of its last request.
        public init(name: String, lastSeen: Date?) {
            self.name = name
            self.lastSeen = lastSeen
        }
    }

    /// The account's key, or `nil` before the first login.
    public let key: SyncAccountKey?
    /// The devices whose tokens aren't revoked.
    public let devices: [Device]
    /// The identifier of the key that a device replaces by ``key``. The server then deletes all records.
    public let replacedKey: String?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - devices: The devices. Default: none.
    ///   - replacedKey: The identifier of the key that `key` replaces. Default: `nil` for none.
    public init(key: SyncAccountKey?, devices: [Device] = [], replacedKey: String? = nil) {
        self.key = key
        self.devices = devices
        self.replacedKey = replacedKey
    }

    /// Decodes a body.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError``.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.bodySize).object(at: "account")
        key = try SyncAccountKey(object)
        replacedKey = try object.optionalText("replaces", limit: SyncLimits.nameLength)
        devices = try object.optionalArray("devices").compactMap { json in
            guard let members = json.objectMembers, let name = members["name"]?.text else { return nil }
            return Device(
                name: name,
                lastSeen: members["seen"]?.int.map { Date(timeIntervalSince1970: Double($0) / 1000) })
        }
    }

    /// Encodes the account.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            output.key("devices")
            output.array(devices) { output, device in
                output.object { output in
                    output.member("name", text: device.name)
                    if let seen = device.lastSeen {
                        output.key("seen")
                        output.number(Int64((seen.timeIntervalSince1970 * 1000).rounded()))
                    }
                }
            }
            key?.write(to: &output)
            if let replacedKey { output.member("replaces", text: replacedKey) }
        }
        return output.data
    }
}

/// An error in a command about accounts and devices.
enum AccountError: Error, Hashable {
    case accountExists(String)
    case noAccount(String)
    case deviceExists(String, account: String)
    case noDevice(String, account: String)
    case alreadyRevoked(String, account: String)
}

/// A problem in a zip archive.
public enum ZipProblem: Error, Hashable {
    /// The archive ends too early.
    case cutOff
    /// The archive is damaged: its structure or a checksum is wrong.
    case damaged
    /// The entry is encrypted.
    case encrypted
    /// The entry is compressed in another way than deflate.
    case unsupported
    /// The unpacked entries are longer than ``ZipReader/maximumLength``.
    case tooLarge
}

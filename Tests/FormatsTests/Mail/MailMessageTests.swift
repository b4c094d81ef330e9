import Testing

@testable import Formats

@Suite("E-mail")
struct MailMessageTests {
    private func message(_ lines: String...) -> MailMessage {
        MailMessage(Array(lines.joined(separator: "\r\n").utf8))
    }

    private func texts(_ message: MailMessage) -> [String] {
        message.parts.map { String(decoding: $0.content(), as: UTF8.self) }
    }

    @Test func `A message has its headers, also those of several lines`() {
        let message = message(
            "Subject: Your", " booking", "Received: one", "Received: two", " and more", "", "Text")
        #expect(message.headers["subject"] == "Your booking")
        #expect(message.headers["received"] == "one")
        #expect(texts(message) == ["Text"])
        #expect(message.parts.map(\.type) == ["text/plain"])
    }

    @Test func `Parts within parts come in their order`() {
        let message = message(
            "Content-Type: multipart/mixed; boundary=\"a b\"", "", "Preamble", "--a b",
            "Content-Type: multipart/alternative; boundary=c", "", "--c", "", "one", "--c",
            "Content-Type: TEXT/HTML; charset=\"ISO-8859-2\"", "", "two", "--c--", "--a b", "", "three",
            "--a b--", "Epilogue")
        #expect(texts(message) == ["one\r\n", "two\r\n", "three\r\n"])
        #expect(message.parts.map(\.type) == ["text/plain", "text/html", "text/plain"])
        #expect(message.parts.map(\.charset) == [nil, "iso-8859-2", nil])
    }

    @Test func `Base64 and quoted-printable are decoded, and invalid marks stay`() {
        let base64 = message("Content-Transfer-Encoding: BASE64", "", "xYHDs2TF", "ug==")
        #expect(texts(base64) == ["Łódź"])
        let quoted = message(
            "Content-Transfer-Encoding: quoted-printable", "", "=C5=81=c3=b3d=", "=C5=BA = 1 =3D =ZZ")
        #expect(texts(quoted) == ["Łódź = 1 = =ZZ"])
    }

    @Test func `A message that is cut off keeps what was there`() {
        let message = message(
            "Content-Type: multipart/mixed; boundary=a", "", "--a", "", "one", "--a", "", "tw")
        #expect(texts(message) == ["one\r\n", "tw"])
    }

    @Test func `Endless nesting ends`() {
        let nested = String(repeating: "Content-Type: message/rfc822\n\n", count: 100) + "text"
        #expect(MailMessage(Array(nested.utf8)).parts.count == 1)
    }

    @Test(arguments: [
        ("Return-Path: <a@b.example>\nSubject: x\n\n", true), ("From: a@b.example\nSubject: x\n\n", true),
        ("From a@b.example Wed\nMessage-ID: <1>\n\n", true), ("name,lat,lon\nFrom: x,1,2\n", false),
        ("Title: Places\nName: x\n", false),
        ("From: a@b.example\nDate: Fri, 5 Mar 2027 10:00:00 +0900\n\n", true),
    ])
    func `A message is known by its headers`(text: String, isMessage: Bool) {
        #expect(MailMessage.isMessage(Array(text.utf8)) == isMessage)
    }
}

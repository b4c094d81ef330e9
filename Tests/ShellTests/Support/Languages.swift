import Localization

/// The languages that texts are tested in.
let english = Localizer(.english)
let polish = Localizer(Language(matching: "pl") ?? .english)
let hungarian = Localizer(Language(matching: "hu") ?? .english)

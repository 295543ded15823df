/// One difference between both sides after one action, before anybody judged it.
struct Finding: Sendable {
  var subject: Mismatch.Subject
  var path: String
  var legacy: String
  var value: String
}

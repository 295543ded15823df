/// The progress of an import.
struct ImportProgress: Hashable {
  var logins: Int
  var bytes: Int
  var total: Int

  init(logins: Int, bytes: Int, of total: Int) {
    self.logins = logins
    self.bytes = bytes
    self.total = total
  }

  /// Between 0 and 100.
  var percent: Int { total == 0 ? 100 : Int(Double(bytes) / Double(total) * 100) }
}

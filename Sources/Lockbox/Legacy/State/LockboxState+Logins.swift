extension LockboxState {
  /// The state of a newly started app, with some logins in its library.
  convenience init(logins: [LoginRecord]) {
    self.init()
    for block in LockboxReducers.all { block(self, .items(.imported(logins))) }
  }

  /// The state of a newly started app, with the logins of an export in its library.
  convenience init(loginsOf file: LoginsFile) throws {
    self.init(logins: try LoginsImport().logins(from: file.bytes()))
  }
}

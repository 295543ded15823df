import ReduxBridge

extension PromptCommand {
  /// What `help` prints.
  static let helpText = """
    welcome    signin [EMAIL]   unlock
    list       list   filter [TEXT]   sort title|used   open N   sync   settings   lock
    login      copy username|password   edit username|password TEXT   delete   back
    settings   theme light|dark   theme system on|off   theme auto on|off   theme threshold 0.4
               signout   back
    device     theme brightness 0.2   theme device light|dark
    windows    window main|side   close
    crossing   stage   stage SLICE legacy|shadow|lead|migrated   finish
               slices: \(LockboxSlices.order.joined(separator: ", "))
               at shadow, both sides run and are compared, and the old answer counts; the
               gate to lead and migrated opens after \(InteractiveSession.gate.compared) actions without a mismatch
               stage SLICE lead anyway   moves it past a closed gate
               finish, with every slice migrated, puts the app on the value store
               help   quit
    """
}

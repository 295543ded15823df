import ReduxBridge

extension PromptCommand {
  /// The output of `help`.
  static let helpText = """
    welcome    signin [EMAIL]   unlock
    list       list   filter [TEXT]   sort title|used   open N   sync   settings   lock
    login      copy username|password   edit username|password TEXT   delete   back
    settings   theme light|dark   theme system on|off   theme auto on|off   theme threshold 0.4
               signout   back
    device     theme brightness 0.2   theme device light|dark
    windows    window main|side   close
    migration  stage   stage SLICE legacy|shadow|lead|migrated   finish
               slices: \(LockboxSlices.order.joined(separator: ", "))
               at shadow, both sides run and are compared, and the old answer counts; the
               gate to lead and migrated opens after \(InteractiveSession.gate.compared) actions without a mismatch
               stage SLICE lead anyway   overrides a closed gate
               finish moves the app to the value store, once every slice is migrated
               help   quit
    """
}

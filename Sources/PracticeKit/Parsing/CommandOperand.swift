/// A word of a command that is no option, such as the name of an exercise.
struct CommandOperand {
  /// What stands for it in help texts.
  var name: String
  /// What it is, in one sentence.
  var help: String
  /// Whether it may be left out.
  var isOptional = false

  /// The operand as help texts show it: `<exercise>`, or in brackets where it may be left out.
  var synopsis: String { isOptional ? "[<\(name)>]" : "<\(name)>" }
}

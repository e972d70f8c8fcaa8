import SimulatedApp

/// Several settings of one pipeline, side by side.
enum Comparison: String, CaseIterable {
  case budget
  case cancellation
  case prefetch
  case pipeline

  /// One setting, and how tables call it.
  struct Contestant {
    var name: String
    var variant: PipelineVariant
  }

  /// The settings, made from one that has all that is not compared.
  func contestants(from base: PipelineVariant) -> [Contestant] {
    func changed(_ name: String, _ change: (inout PipelineVariant) -> Void) -> Contestant {
      var variant = base
      change(&variant)
      return Contestant(name: name, variant: variant)
    }
    switch self {
    case .budget:
      return [
        changed("budget") { $0.budgetPercent = 100 }, changed("half") { $0.budgetPercent = 50 },
      ]
    case .cancellation:
      return [
        changed("cancels") { $0.cancels = true }, changed("does not") { $0.cancels = false },
      ]
    case .prefetch:
      return [0, 5, 20, 100].map { (distance: Int) in
        changed("\(distance) ahead") { $0.prefetchDistance = distance }
      }
    case .pipeline:
      return [changed("reference") { $0.kind = .reference }, changed("naive") { $0.kind = .naive }]
    }
  }
}

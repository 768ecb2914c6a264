/** The levels of a rule in one unit. */
export interface RuleLevels {
  direction: 'high' | 'low'
  raiseLevel: number
  clearLevel: number
}

/**
 * Returns the clear level for a raise level that is set without one. Keeps the inherited ratio between the two levels, on the
 * same side also below zero. At zero, where a ratio is meaningless, keeps the absolute distance.
 */
export function clearLevelFor(raiseLevel: number, inherited: RuleLevels): number {
  const gap = Math.abs(inherited.raiseLevel - inherited.clearLevel)
  const isProportional = raiseLevel !== 0 && inherited.raiseLevel !== 0
  const kept = isProportional ? gap * Math.abs(raiseLevel / inherited.raiseLevel) : gap
  return inherited.direction === 'high' ? raiseLevel - kept : raiseLevel + kept
}

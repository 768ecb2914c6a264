/**
 * The outcome for a field that was changed by this form, by another user, or by both. `choose`: both changed it, to
 * different values.
 */
export type FieldOutcome = 'mine' | 'theirs' | 'same' | 'choose'

export type Side = 'mine' | 'theirs'

/** Returns the changed fields of a form in the order of its values. `before` is what both users started from. */
export function compareEdits<V extends object>(before: V, mine: V, theirs: V): Map<keyof V, FieldOutcome> {
  const outcomes = new Map<keyof V, FieldOutcome>()
  for (const name of Object.keys(mine) as (keyof V)[]) {
    // the own keys of the values
    const isMine = !isEqual(before[name], mine[name])
    const isTheirs = !isEqual(before[name], theirs[name])
    if (isMine && isTheirs) outcomes.set(name, isEqual(mine[name], theirs[name]) ? 'same' : 'choose')
    else if (isMine) outcomes.set(name, 'mine')
    else if (isTheirs) outcomes.set(name, 'theirs')
  }
  return outcomes
}

/** Returns the values to save: the change of the only user who changed a field, or the chosen one. Without a choice, theirs. */
export function mergeEdits<V extends object>(
  before: V,
  mine: V,
  theirs: V,
  choices: ReadonlyMap<keyof V, Side>,
): V {
  const merged = { ...theirs }
  for (const [name, outcome] of compareEdits(before, mine, theirs)) {
    const side = outcome === 'choose' ? choices.get(name) : outcome
    if (side === 'mine') merged[name] = mine[name]
  }
  return merged
}

/** Returns the fields whose values differ, in the order of the form. */
export const changedFields = <V extends object>(before: V, after: V): (keyof V)[] =>
  (Object.keys(after) as (keyof V)[]).filter((name) => !isEqual(before[name], after[name])) // the own keys of the values

/** Returns whether another user changed none of the fields of a form. */
export const isUntouched = <V extends object>(before: V, theirs: V): boolean => isEqual(before, theirs)

/** Values of forms are plain data. */
export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

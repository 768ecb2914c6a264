import { useState } from 'react'

/**
 * Returns the same value as in the previous render if `isSame` holds for both, so that what is computed from it stays the same too.
 * Two values for which it holds must be interchangeable.
 */
export function useUnchanged<Value>(value: Value, isSame: (a: Value, b: Value) => boolean): Value {
  const [kept, setKept] = useState(value)
  if (isSame(kept, value)) return kept
  setKept(value)
  return value
}

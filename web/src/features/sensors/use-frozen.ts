import { useState } from 'react'
import type { Reading } from '../../lib/live/reading-buffer.ts'

interface Frozen {
  atMs: number
  readings: readonly Reading[]
}

/** What the screen shows: the readings as they come, or those of the moment it was told to stand still. */
export function useFrozen(readings: readonly Reading[], presentMs: number) {
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  return {
    readings: frozen?.readings ?? readings,
    presentMs: frozen?.atMs ?? presentMs,
    frozenMs: frozen?.atMs ?? null,
    toggle: () => setFrozen(frozen ? null : { atMs: presentMs, readings }),
  }
}

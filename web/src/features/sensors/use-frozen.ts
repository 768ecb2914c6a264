import { useState } from 'react'
import type { Reading } from '../../lib/live/reading-buffer.ts'

interface Frozen {
  atMs: number
  readings: readonly Reading[]
}

/** The readings to show: live ones, or those at the moment the user paused. */
export function useFrozen(readings: readonly Reading[], presentMs: number) {
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  return {
    readings: frozen?.readings ?? readings,
    presentMs: frozen?.atMs ?? presentMs,
    frozenMs: frozen?.atMs ?? null,
    toggle: () => setFrozen(frozen ? null : { atMs: presentMs, readings }),
  }
}

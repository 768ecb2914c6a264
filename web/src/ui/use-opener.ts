import { useState } from 'react'

/** Returns the element that had the focus at the first render, or null if it is gone. */
export function useOpener(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement)
  return () => (opener instanceof HTMLElement && opener.isConnected ? opener : null)
}

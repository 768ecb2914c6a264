import { useEffect, useState } from 'react'
import { loadOnce } from '../../ui/load-once.ts'
import { menuCode } from '../../ui/menu.tsx'
import { popoverCode } from '../../ui/popover.tsx'

/** The first page is complete by then, also on a slow phone. */
const afterMs = 5000

export const foldedNavCode = loadOnce(() => import('./folded-nav.tsx'))

/**
 * Loads what opens over the page some seconds after the portal, so that it opens at once, even without a network. Returns
 * whether that time has come.
 */
export function useOverlays(): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setTime(true)
      for (const code of [menuCode, popoverCode, foldedNavCode]) code.load()
      void import('../fetch-code-ahead.ts')
        .then(({ fetchCodeAhead }) => fetchCodeAhead())
        .catch(() => undefined)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime
}

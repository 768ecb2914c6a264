import { lazy, useEffect, useState } from 'react'
import { loadMenus } from '../../ui/menu.tsx'
import { loadPopovers } from '../../ui/popover.tsx'

/** The first page is complete by then, also on a slow phone. */
const afterMs = 5000

const loadFoldedNav = async () => ({ default: (await import('./folded-nav.tsx')).FoldedNav })
export const FoldedNav = lazy(loadFoldedNav)

/**
 * Loads what opens over the page some seconds after the portal, so that it opens at once, and without a network too. Returns
 * whether that time has come.
 */
export function useOverlays(): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setTime(true)
      // What cannot be loaded now is loaded when it is opened.
      Promise.all([loadMenus(), loadPopovers(), loadFoldedNav()]).catch(() => undefined)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime
}

import { constants } from '@eot/contract/constants'
import { useEffect, useState } from 'react'

/**
 * Whether the window is so narrow that the navigation is collapsed (spec 9); the style sheets use the same width.
 * Updated only after the window has kept its size for a moment, so that nothing is rebuilt while it is being resized.
 */
export function useFoldedNav(): boolean {
  const [narrow, setNarrow] = useState(isNarrow)
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    function handleResize() {
      clearTimeout(rest)
      rest = setTimeout(() => setNarrow(isNarrow()), constants.resizeDebounceMs)
    }
    addEventListener('resize', handleResize)
    return () => {
      clearTimeout(rest)
      removeEventListener('resize', handleResize)
    }
  }, [])
  return narrow
}

const isNarrow = () => matchMedia(`(width < ${constants.navCollapsePx}px)`).matches

import { constants } from '@eot/contract/constants'
import { useEffect, useState } from 'react'

/**
 * Whether the window is so narrow that the navigation is folded away (spec 9); the styles say the same width. It follows
 * when the window has kept its size for a moment, so that nothing is built and torn down while it is dragged.
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

import { type RefObject, useEffect, useState } from 'react'

interface Windowed {
  count: number
  /** px */
  rowHeight: number
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>
}

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gaps. Also the step of rendering. */
const spare = 12

/** Returns the rows of a long list to render, if all have the same height: `first` to `last`, exclusive. */
export function useWindow({ count, rowHeight, box }: Windowed): { first: number; last: number } {
  const [at, setAt] = useState({ first: 0, visible: 40 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      // Rounded, so that most scroll events render nothing.
      const first = Math.floor(element.scrollTop / rowHeight / spare) * spare
      const visible = Math.ceil(element.clientHeight / rowHeight)
      setAt((known) => (known.first === first && known.visible === visible ? known : { first, visible }))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, rowHeight])
  const first = Math.max(0, Math.min(at.first, count - at.visible) - spare)
  return { first, last: Math.min(count, at.first + at.visible + 2 * spare) }
}

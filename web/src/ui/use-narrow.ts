import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is narrower than `px`, known before the first paint. */
export function useNarrow(element: RefObject<HTMLElement | null>, px: number): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setNarrow(box.clientWidth > 0 && box.clientWidth < px)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, px])
  return narrow
}

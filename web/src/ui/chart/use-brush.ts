import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** A shorter movement counts as a click. */
const shortestPx = 5

interface Drag {
  fromPx: number
  toPx: number
}

interface BrushEvents {
  onBrush: (fromPx: number, toPx: number) => void
  /** A click. The second click of a double-click is ignored. */
  onPoint: (px: number) => void
}

/** Selects a range by dragging along an element of this width. Esc cancels. */
export function useBrush(widthPx: number, { onBrush, onPoint }: BrushEvents) {
  const wasDrawn = useRef(false)
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isDragging])

  function placeOf(event: MouseEvent<Element>): number {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(widthPx, Math.max(0, place))
  }
  const span = drag && ([Math.min(drag.fromPx, drag.toPx), Math.max(drag.fromPx, drag.toPx)] as const)
  const isLong = span !== null && span[1] - span[0] >= shortestPx

  return {
    /** The current selection. null: none. */
    span: isLong ? span : null,
    handlers: {
      onPointerDown(event: PointerEvent<Element>) {
        if (event.button !== 0) return
        event.preventDefault() // do not select text while dragging
        event.currentTarget.setPointerCapture(event.pointerId)
        const place = placeOf(event)
        setDrag({ fromPx: place, toPx: place })
      },
      onPointerMove(event: PointerEvent<Element>) {
        if (drag) setDrag({ ...drag, toPx: placeOf(event) })
      },
      onPointerUp() {
        setDrag(null)
        wasDrawn.current = isLong
        if (isLong) onBrush(...span)
      },
      onClick(event: MouseEvent<Element>) {
        if (event.detail === 1 && !wasDrawn.current) onPoint(placeOf(event))
      },
      // The touch turned out to scroll the page.
      onPointerCancel: () => setDrag(null),
    },
  }
}

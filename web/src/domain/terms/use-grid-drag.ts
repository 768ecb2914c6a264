import { type PointerEvent, useRef, useState } from 'react'
import { drawnWindow, moveEnd, moveStart, type WeekWindow } from '../windows/week-window.ts'

/** What is dragged: an edge of the window, or a new window. */
type Grip = 'start' | 'end' | 'morning' | 'new'

interface Drag {
  grip: Grip
  day: number
  hour: number
  x: number
  y: number
  before: WeekWindow
}

/** Movements below this many px are a tap. */
const tapPx = 6

interface Corner {
  day: number
  hour: number
}

/** Draws and moves the window with a mouse, a finger or a pen. A tap on a day switches it on or off. */
export function useGridDrag(window: WeekWindow, onChange: (window: WeekWindow) => void) {
  const drag = useRef<Drag | undefined>(undefined)
  const [grip, setGrip] = useState<Grip>()

  function begin(event: PointerEvent<HTMLElement>, day: number) {
    if (event.button !== 0) return
    const corner = cornerAt(event)
    if (!corner) return
    const grip = (event.target as HTMLElement).dataset.grip as Grip | undefined // only handles have one
    drag.current = {
      grip: grip ?? 'new',
      day,
      hour: corner.hour,
      x: event.clientX,
      y: event.clientY,
      before: window,
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current || isTap(current, event)) return
    const corner = cornerAt(event)
    if (!corner) return
    setGrip(current.grip)
    const { before } = current
    if (current.grip === 'new') onChange(drawnWindow(current, corner))
    else if (current.grip === 'start') onChange({ ...before, ...moveStart(before, corner.hour) })
    else
      onChange({ ...before, ...moveEnd(before, current.grip === 'morning' ? corner.hour + 24 : corner.hour) })
  }

  function end(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    drag.current = undefined
    setGrip(undefined)
    // The browser took the gesture, to scroll for example.
    if (current && event.type === 'pointercancel') return onChange(current.before)
    if (current?.grip !== 'new' || !isTap(current, event)) return
    onChange({ ...window, Days: window.Days.map((isOn, day) => (day === current.day ? !isOn : isOn)) })
  }

  return {
    /** The edge that is being dragged. */
    grip,
    track: (day: number) => ({
      'data-day': day,
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, day),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
    }),
  }
}

const isTap = ({ x, y }: Drag, event: PointerEvent) =>
  Math.hypot(event.clientX - x, event.clientY - y) < tapPx

/** The day and hour under the pointer. Beside the grid, those of its nearest edge. */
function cornerAt(event: PointerEvent<HTMLElement>): Corner | undefined {
  const tracks = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
  const track = tracks.find((one) => event.clientY < one.getBoundingClientRect().bottom) ?? tracks.at(-1)
  if (!track) return undefined
  const { left, width } = track.getBoundingClientRect()
  const share = (event.clientX - left) / width
  return { day: Number(track.dataset.day), hour: Math.min(Math.max(share, 0), 1) * 24 }
}

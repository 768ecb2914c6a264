import { useEffect, useEffectEvent } from 'react'

interface ListKeys {
  /** Keys of the rows, in order. */
  keys: readonly string[]
  /** Key of the row whose details are open. undefined: the shortcuts are inactive. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
}

/** While details are open, J and K move between rows and Esc closes. */
export function useListKeys({ keys, open, onOpen }: ListKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!open || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target)) return
    if (event.key === 'Escape') return onOpen(undefined)
    const step = { j: 1, k: -1 }[event.key.toLowerCase()]
    if (!step) return
    const next = keys[keys.indexOf(open) + step]
    if (next) onOpen(next)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

import { useEffect, useEffectEvent } from 'react'
import { singleKeysAreOn } from './single-keys.ts'

interface ListKeys {
  /** Keys of the rows, in order. */
  keys: readonly string[]
  /** Key of the row whose details are open. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 }
const arrows: Readonly<Record<string, number>> = { arrowdown: 1, arrowup: -1 }

/**
 * J and K move between rows, as do the arrow keys within the list; Enter opens the row's link. While details are open,
 * they move to those of the next row and Esc closes. X selects a row, F goes to the search box.
 */
export function useListKeys({ keys, open, onOpen }: ListKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const key = event.key.toLowerCase()
    if (key.length === 1 && !singleKeysAreOn()) return
    if (open && key === 'escape') return onOpen(undefined)
    const focused = focusedRow()
    if (!open && isInDialog(event.target)) return
    const current = open ?? focused
    const step = steps[key] ?? (!open && focused !== undefined ? arrows[key] : undefined)
    if (step) return move(event, current, step)
    if (key === 'x' && current) checkboxOf(current)?.click()
    if (key === 'f' && !isInDialog(event.target)) {
      const box = document.querySelector<HTMLElement>('#main .page-head input[type="search"]')
      if (box) event.preventDefault() // the letter would be typed into the box
      box?.focus()
    }
  })

  function move(event: KeyboardEvent, current: string | undefined, step: number) {
    const next = current === undefined ? keys[0] : keys[keys.indexOf(current) + step]
    if (next === undefined) return
    event.preventDefault()
    if (open) onOpen(next)
    else linkOfRow(next)?.focus()
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** Whether a key is pressed in a dialog or menu, which has keys of its own. */
export const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null

const rowOf = (key: string) => document.querySelector(`[data-row="${CSS.escape(key)}"]`)
const checkboxOf = (key: string) => rowOf(key)?.querySelector<HTMLElement>('.sel-col input')
const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The link of a row, which gets the focus back when its details close. null: the row is not shown. */
export const linkOfRow = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)

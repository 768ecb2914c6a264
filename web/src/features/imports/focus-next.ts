import { useEffect, useRef } from 'react'

const cellsOf = (card: Element | null): HTMLElement[] => [
  ...(card?.querySelectorAll<HTMLElement>('.import-correct :is(.input, .select)') ?? []),
]
const heading = () => document.querySelector<HTMLElement>('.import h1')

/** Focuses the next invalid cell, since the edited control is about to disappear, or after the last one the heading. */
export function focusNext(from: HTMLElement): void {
  const next = cellsOf(from.closest('.import-lines')).find(
    (cell) => cell.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_PRECEDING && cell !== from,
  )
  ;(next ?? heading())?.focus()
}

/**
 * Focuses the first invalid cell, or the heading, when new lines have replaced the focused control. Returns the
 * properties of the element with the lines.
 */
export function useKeptFocus(lines: unknown) {
  const card = useRef<HTMLElement>(null)
  const last = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines may remove controls
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return
    const [first = heading()] = cellsOf(card.current)
    first?.focus()
  }, [lines])
  return {
    ref: card,
    onFocus: (event: React.FocusEvent) => {
      // A list of choices is part of the card, but elsewhere in the page.
      if (card.current?.contains(event.target)) last.current = event.target
    },
  }
}

import { type RefObject, useEffect } from 'react'
import { singleKeysAreOn } from '../../ui/single-keys.ts'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, arrowdown: 1, arrowup: -1 }

/** While the focus is in the panel, J, K and the arrows move between notifications, and C confirms the alert of one. */
export function useNoticeKeys(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || isModified || (key.length === 1 && !singleKeysAreOn())) return
      const root = panel.current
      const focused = event.target instanceof Element ? event.target : null
      if (!root || !focused?.closest('[role=dialog]')?.contains(root)) return
      const items = [...root.querySelectorAll('.ni')]
      const current = focused.closest('.ni')
      const step = steps[key]
      if (step !== undefined) {
        const next = current ? items[items.indexOf(current) + step] : items[0]
        if (!next) return
        event.preventDefault()
        next.querySelector('a')?.focus()
      } else if (key === 'c') {
        current?.querySelector<HTMLElement>('[data-confirm]')?.click()
      }
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [panel])
}

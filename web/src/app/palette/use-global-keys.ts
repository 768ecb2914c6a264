import { useEffect, useEffectEvent, useRef } from 'react'
import { singleKeysAreOn } from '../../ui/single-keys.ts'
import { isInDialog, isTyping } from '../../ui/use-list-keys.ts'
import { goKeys } from './go-keys.ts'

interface GlobalKeys {
  /** Whether the search is open, or about to be: its code may still be loading. */
  isSearching: boolean
  /** Called with each character that is typed before the search has a text field. */
  onTyped: (character: string) => void
  onSearch: () => void
  onShortcuts: () => void
  /** Opens the page of a G shortcut, if the user may. */
  onGo: (path: string) => void
}

/** After this time, a letter no longer counts as following the G before it. */
const followsWithinMs = 1500

/** Shortcuts of every page: Ctrl K or ⌘ K and / search, ? lists the shortcuts, G and a letter open a page. */
export function useGlobalKeys(props: GlobalKeys): void {
  const { isSearching, onTyped, onSearch, onShortcuts, onGo } = props
  const wentAt = useRef(0)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    const key = event.key.toLowerCase()
    if (isSearching && !isInPalette(event.target) && key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return onTyped(event.key)
    }
    if ((event.ctrlKey || event.metaKey) && key === 'k') {
      event.preventDefault()
      return onSearch()
    }
    if (event.ctrlKey || event.metaKey || event.repeat || isTyping(event.target) || isInDialog(event.target))
      return
    if (!singleKeysAreOn()) return
    const follows = event.timeStamp - wentAt.current < followsWithinMs && wentAt.current > 0
    wentAt.current = 0
    const path = follows ? goKeys[key] : undefined
    if (path) {
      // Pages have single-letter shortcuts of their own, which must not handle the A of G A too.
      event.preventDefault()
      event.stopImmediatePropagation()
      return onGo(path)
    }
    if (key === 'g') wentAt.current = event.timeStamp
    else if (key === '/') {
      event.preventDefault()
      onSearch()
    } else if (key === '?') onShortcuts()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

const isInPalette = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.palette') !== null

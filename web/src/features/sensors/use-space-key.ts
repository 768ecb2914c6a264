import { useEffect, useEffectEvent } from 'react'

/** Calls `onPress` for the space bar anywhere on the page, except where it activates a control or types a space. */
export function useSpaceKey(onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented)
        return
      const target = event.target as Element // key events come from elements
      if (
        target.closest(
          'a, button, input, select, textarea, [contenteditable], [role="dialog"], [role="menu"]',
        )
      )
        return
      event.preventDefault()
      if (!event.repeat) press()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

import { type RefObject, useEffect, useEffectEvent } from 'react'
import { singleKeysAreOn } from './single-keys.ts'
import { isTyping } from './use-list-keys.ts'

/** A single-letter shortcut. Inactive while text is being typed or another dialog covers its element. */
export function useLetterKey(letter: string, owner: RefObject<Element | null>, onPress: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (!singleKeysAreOn() || event.key.toLowerCase() !== letter || isTyping(event.target)) return
    const dialog = event.target instanceof Element ? event.target.closest('[role=dialog], [role=menu]') : null
    if (!dialog || dialog.contains(owner.current)) onPress()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

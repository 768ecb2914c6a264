import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useFitWindow } from './use-fit-window.ts'
import { useMedia } from './use-media.ts'

interface SideDrawerProps {
  /** Accessible name of the drawer. */
  label: string
  /** Identifies the content. When it changes, the drawer scrolls back to the top. */
  subject: string
  onClose: () => void
  children: ReactNode
  /** Returns the element to focus when the drawer closes. */
  returnFocus: () => HTMLElement | null
  /** The content is to be read first, so the drawer itself gets the focus, not its first field. */
  isReading?: boolean
}

/** Beside the list from 1400 px on; otherwise over the right edge, keeping the focus inside. Esc closes it. */
export function SideDrawer({ label, subject, onClose, children, returnFocus, isReading }: SideDrawerProps) {
  const docked = useMedia('(min-width: 1400px)')
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the subject changes
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [subject])
  useFitWindow(box, docked)
  const giveFocusBack = useEffectEvent(() => returnFocus()?.focus())
  useLayoutEffect(() => {
    const drawer = box.current
    // If the focus is already elsewhere, leave it there.
    return () => {
      if (docked && drawer?.contains(document.activeElement)) giveFocusBack()
    }
  }, [docked])

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // Dialogs opened from the drawer are its children in React but not in the document, and handle Esc themselves.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return // keyboard events come from nodes
    event.preventDefault()
    event.stopPropagation() // a question that this opens would be closed by the same key
    onClose()
  }

  if (docked) {
    return (
      <aside className="drawer" aria-label={label} ref={box} tabIndex={-1} onKeyDown={handleKey}>
        {children}
      </aside>
    )
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="drawer over"
          aria-label={label}
          ref={box}
          finalFocus={() => returnFocus() ?? true}
          initialFocus={isReading ? box : () => firstField(box.current) ?? true}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The first field of a form, or a heading that can have the focus. */
const firstField = (drawer: HTMLElement | null) =>
  drawer?.querySelector<HTMLElement>('form input') ?? drawer?.querySelector<HTMLElement>('h2[tabindex]')

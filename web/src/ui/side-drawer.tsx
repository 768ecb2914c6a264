import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from './use-media.ts'

interface SideDrawerProps {
  /** Read aloud as its name. */
  label: string
  /** Changes with what is shown; the drawer scrolls back to its top. */
  subject: string
  onClose: () => void
  children: ReactNode
  /** Where the focus goes when the drawer closes; absent: where it was before. */
  returnFocus?: () => HTMLElement | null
  /** There is something to read first: the focus goes to the drawer, not to its first button. */
  isReading?: boolean
}

/** Beside the list from 1400 px on; else over the right edge, where it holds the focus. Esc closes it. */
export function SideDrawer({ label, subject, onClose, children, returnFocus, isReading }: SideDrawerProps) {
  const docked = useMedia('(min-width: 1400px)')
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the subject changes
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [subject])

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // Dialogs opened from the drawer are its children here, but not in the document: they close by themselves.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return // keys come from nodes
    event.preventDefault()
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
          {...(returnFocus && { finalFocus: () => returnFocus() ?? true })}
          {...(isReading && { initialFocus: box })}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

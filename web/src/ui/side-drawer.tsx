import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useMedia } from './use-media.ts'

interface SideDrawerProps {
  /** Read aloud as its name. */
  label: string
  /** Changes with what is shown; the drawer scrolls back to its top. */
  subject: string
  onClose: () => void
  children: ReactNode
  /** Where the focus goes when the drawer over the page closes. */
  returnFocus?: RefObject<HTMLElement | null>
}

/** Beside the list from 1400 px on; else over the right edge, where it holds the focus. */
export function SideDrawer({ label, subject, onClose, children, returnFocus }: SideDrawerProps) {
  const docked = useMedia('(min-width: 1400px)')
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the subject changes
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [subject])

  if (docked) {
    return (
      <aside className="drawer" aria-label={label} ref={box}>
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
          {...(returnFocus ? { finalFocus: returnFocus } : {})}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

import { type ReactElement, type ReactNode, useState } from 'react'
import { loadOnce } from '../lib/load-once.ts'
import { type OpenerProps, openerOf } from './opener.tsx'

export interface PopoverProps {
  trigger: ReactElement<OpenerProps>
  /** Accessible name of the popover. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Set by `onOpenChange` only. */
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
}

/** What an open popover needs. */
export const popoverCode = loadOnce(() => import('./popover-popup.tsx'))

/** A button with a popover, most of whose code is loaded when a popover is opened for the first time. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setOpened] = useState(false)
  if (props.open && !wasOpened) setOpened(true)
  const Popup = wasOpened && popoverCode.loaded?.PopoverPopup
  if (Popup) return <Popup {...props} />
  return openerOf(props.trigger, {
    opens: 'dialog',
    code: popoverCode,
    open: () => props.onOpenChange(true),
  })
}

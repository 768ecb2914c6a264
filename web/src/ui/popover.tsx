import { useState } from 'react'
import { loadOnce } from './load-once.ts'
import { openerOf } from './opener.tsx'
import type { PopoverProps } from './popover-props.ts'

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

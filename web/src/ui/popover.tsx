import { useState } from 'react'
import { loadOnce } from './load-once.ts'
import { type Opening, useOpener } from './opener.tsx'
import type { PopoverProps } from './popover-props.ts'

/** What an open popover needs. */
export const popoverCode = loadOnce(() => import('./popover-popup.tsx'))

/** A button with a popover. Most of the code of popovers is loaded when one is first opened. */
export function Popover(props: PopoverProps) {
  const openerOf = useOpener()
  const [opening, setOpening] = useState<Opening>()
  const Popup = opening && popoverCode.loaded?.PopoverPopup
  if (Popup) return <Popup {...props} opening={opening} />
  return openerOf(props.trigger, {
    opens: 'dialog',
    code: popoverCode,
    open(by) {
      setOpening(by)
      props.onOpenChange(true)
    },
  })
}

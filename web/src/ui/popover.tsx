import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { type OpenerProps, openerOf } from './opener.tsx'

export interface PopoverProps {
  trigger: ReactElement<OpenerProps>
  /** Accessible name of the popover. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
}

/** Loads what an open popover needs. */
export const loadPopovers = async () => ({ default: (await import('./popover-popup.tsx')).PopoverPopup })
const PopoverPopup = lazy(loadPopovers)

/** A button with a popover, most of whose code is loaded when a popover is opened for the first time. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  const open = () => props.onOpenChange(true)
  const opener = openerOf(props.trigger, { opens: 'dialog', open, prepare: loadPopovers })
  if (!wasOpened) return opener
  return (
    <Suspense fallback={opener}>
      <PopoverPopup {...props} />
    </Suspense>
  )
}

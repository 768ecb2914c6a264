import type { ReactElement, ReactNode } from 'react'
import type { OpenerProps } from './opener.tsx'

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

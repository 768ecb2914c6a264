import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PopoverProps {
  trigger: ReactElement
  /** Accessible name of the popover. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
}

export function Popover(props: PopoverProps) {
  const { trigger, label, children, open, onOpenChange, align = 'start', className } = props
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="pop-place" align={align} sideOffset={6} collisionPadding={8}>
          <BasePopover.Popup className={classNames('menu', className)} aria-label={label}>
            {typeof children === 'function' ? children(() => onOpenChange(false)) : children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

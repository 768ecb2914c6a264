import { Popover as BasePopover } from '@base-ui/react/popover'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import type { Opening } from './opener.tsx'
import type { PopoverProps } from './popover-props.ts'

interface PopoverPopupProps extends PopoverProps {
  opening: Opening
}

/** A popover that is being opened for the first time. */
export function PopoverPopup(props: PopoverPopupProps) {
  const { trigger, label, children, open, onOpenChange, align = 'start', className, opening } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="pop-place" align={align} sideOffset={6} collisionPadding={8}>
          <BasePopover.Popup
            ref={popup}
            className={classNames('menu', className)}
            aria-label={label}
            // A field with the focus would open the keyboard of a touch screen. The first time, Base UI does not know how it was
            // opened.
            initialFocus={(by) => ((by || opening.pointer) === 'touch' ? popup.current : true)}
          >
            {typeof children === 'function' ? children(() => onOpenChange(false)) : children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

import { Popover as BasePopover } from '@base-ui/react/popover'
import { classNames } from './class-names.ts'
import type { PopoverProps } from './popover-props.ts'

export function PopoverPopup(props: PopoverProps) {
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

import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import type { MenuItemProps, MenuLinkProps, MenuProps, MenuRadiosProps } from './menu-props.ts'

/** A menu that is open at first. */
export function MenuPopup({ trigger, children, align = 'start', className, onOpenChange }: MenuProps) {
  // Rendered beside its button, so that the menu is in the same landmark.
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span className="menu-place" ref={place}>
      <BaseMenu.Root defaultOpen onOpenChange={(open) => onOpenChange?.(open)}>
        <BaseMenu.Trigger render={trigger} />
        <BaseMenu.Portal container={place}>
          <BaseMenu.Positioner
            className="pop-place"
            positionMethod="fixed"
            align={align}
            sideOffset={6}
            collisionPadding={8}
          >
            <BaseMenu.Popup className={classNames('menu', className)}>{children}</BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </span>
  )
}

export function Item({ icon: Icon, children, onClick, disabled }: MenuItemProps) {
  return (
    <BaseMenu.Item className="menu-item" onClick={onClick} disabled={disabled ?? false}>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </BaseMenu.Item>
  )
}

export function LinkItem({ icon: Icon, children, link }: MenuLinkProps) {
  return (
    <BaseMenu.LinkItem className="menu-item" render={link} closeOnClick>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </BaseMenu.LinkItem>
  )
}

export function Radios<T extends string>({ label, value, options, onChange }: MenuRadiosProps<T>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="caps">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup
        className="seg fill sm"
        value={value}
        onValueChange={(value: T) => onChange(value)}
      >
        {options.map(({ value, text, icon: Icon }) => (
          <BaseMenu.RadioItem key={value} value={value} className="seg-item" closeOnClick={false}>
            {Icon && <Icon className="icon icon-sm" aria-hidden="true" />}
            {text}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'

interface MenuProps {
  /** The button that opens the menu; it receives the necessary attributes. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, children, align = 'start', className, onOpenChange }: MenuProps) {
  // Rendered beside its button, so that the menu is in the same landmark.
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span className="menu-place" ref={place}>
      <BaseMenu.Root onOpenChange={(open) => onOpenChange?.(open)}>
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

interface ItemProps {
  icon?: LucideIcon
  children: ReactNode
  disabled?: boolean
}

export function MenuItem({ icon: Icon, children, onClick, disabled }: ItemProps & { onClick: () => void }) {
  return (
    <BaseMenu.Item className="menu-item" onClick={onClick} disabled={disabled ?? false}>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </BaseMenu.Item>
  )
}

/** `link` is a router link or a plain one. It can be opened in a new tab as usual. */
export function MenuLink({ icon: Icon, children, link }: ItemProps & { link: ReactElement }) {
  return (
    <BaseMenu.LinkItem className="menu-item" render={link} closeOnClick>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </BaseMenu.LinkItem>
  )
}

export function MenuRadios<T extends string>(props: {
  label: string
  value: T
  options: readonly { value: T; text: string; icon?: LucideIcon }[]
  onChange: (value: T) => void
}) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="caps">{props.label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup
        className="seg fill sm"
        value={props.value}
        onValueChange={(value: T) => props.onChange(value)}
      >
        {props.options.map(({ value, text, icon: Icon }) => (
          <BaseMenu.RadioItem key={value} value={value} className="seg-item" closeOnClick={false}>
            {Icon && <Icon className="icon icon-sm" aria-hidden="true" />}
            {text}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

export const MenuSeparator = () => <hr />

import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import type { MenuItemProps, MenuLinkProps, MenuProps, MenuRadiosProps } from './menu-props.ts'
import type { Opening } from './opener.tsx'

interface MenuPopupProps extends MenuProps {
  opening: Opening
}

/** A menu that is being opened for the first time. */
export function MenuPopup(props: MenuPopupProps) {
  const { trigger, children, align = 'start', className, onOpenChange, opening } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => repeatKey(button.current, opening), [opening])
  // Rendered beside its button, so that the menu is in the same landmark.
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span className="menu-place" ref={place}>
      <BaseMenu.Root defaultOpen={!opening.key} onOpenChange={(open) => onOpenChange?.(open)}>
        <BaseMenu.Trigger ref={button} render={trigger} />
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

/** Presses the key again on the new button. The menu then opens and focuses an item, as it does whenever a key opens it. */
function repeatKey(button: HTMLButtonElement | null, { key }: Opening): void {
  if (!key) return
  button?.focus()
  if (key === 'Enter') button?.click()
  else button?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
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

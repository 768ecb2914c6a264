import { useState } from 'react'
import { loadOnce } from './load-once.ts'
import type { MenuItemProps, MenuLinkProps, MenuProps, MenuRadiosProps } from './menu-props.ts'
import { type Opening, useOpener } from './opener.tsx'

/** What an open menu needs. */
export const menuCode = loadOnce(() => import('./menu-popup.tsx'))

/** A button with a menu. Most of the code of menus is loaded when one is first opened. */
export function Menu(props: MenuProps) {
  const openerOf = useOpener()
  const [opening, setOpening] = useState<Opening>()
  function open(by: Opening) {
    setOpening(by)
    // By a key, it is opened in a moment.
    if (!by.key) props.onOpenChange?.(true)
  }
  const Popup = opening && menuCode.loaded?.MenuPopup
  if (Popup) return <Popup {...props} opening={opening} />
  return (
    <span className="menu-place">{openerOf(props.trigger, { opens: 'menu', code: menuCode, open })}</span>
  )
}

// Only rendered in an open menu.
export function MenuItem(props: MenuItemProps) {
  const Item = menuCode.loaded?.Item
  return Item && <Item {...props} />
}
export function MenuLink(props: MenuLinkProps) {
  const LinkItem = menuCode.loaded?.LinkItem
  return LinkItem && <LinkItem {...props} />
}
export function MenuRadios<T extends string>(props: MenuRadiosProps<T>) {
  const Radios = menuCode.loaded?.Radios
  return Radios && <Radios {...props} />
}
export const MenuSeparator = () => <hr />

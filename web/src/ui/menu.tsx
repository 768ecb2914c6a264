import { useState } from 'react'
import { loadOnce } from './load-once.ts'
import type { MenuItemProps, MenuLinkProps, MenuProps, MenuRadiosProps } from './menu-props.ts'
import { openerOf } from './opener.tsx'

/** What an open menu needs. */
export const menuCode = loadOnce(() => import('./menu-popup.tsx'))

/** A button with a menu, most of whose code is loaded when a menu is opened for the first time. */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false)
  function open() {
    setOpened(true)
    props.onOpenChange?.(true)
  }
  const Popup = wasOpened && menuCode.loaded?.MenuPopup
  if (Popup) return <Popup {...props} />
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

import type { LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { loadOnce } from '../lib/load-once.ts'
import { type OpenerProps, openerOf } from './opener.tsx'

export interface MenuProps {
  /** The button that opens the menu; it receives the necessary attributes. */
  trigger: ReactElement<OpenerProps>
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
  onOpenChange?: (open: boolean) => void
}

interface ItemProps {
  icon?: LucideIcon
  children: ReactNode
  disabled?: boolean
}
export type MenuItemProps = ItemProps & { onClick: () => void }
/** `link` is a router link or a plain one. It can be opened in a new tab as usual. */
export type MenuLinkProps = ItemProps & { link: ReactElement }
export interface MenuRadiosProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; text: string; icon?: LucideIcon }[]
  onChange: (value: T) => void
}

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

import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
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

let loaded: typeof import('./menu-popup.tsx') | undefined

/** Loads what an open menu needs. */
export async function loadMenus() {
  loaded = await import('./menu-popup.tsx')
  return { default: loaded.MenuPopup }
}
const MenuPopup = lazy(loadMenus)

/** A button with a menu, most of whose code is loaded when a menu is opened for the first time. */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false)
  function open() {
    setOpened(true)
    props.onOpenChange?.(true)
  }
  const opener = (
    <span className="menu-place">{openerOf(props.trigger, { opens: 'menu', open, prepare: loadMenus })}</span>
  )
  if (!wasOpened) return opener
  return (
    <Suspense fallback={opener}>
      <MenuPopup {...props} />
    </Suspense>
  )
}

// Only rendered in an open menu.
export const MenuItem = (props: MenuItemProps) => loaded && <loaded.Item {...props} />
export const MenuLink = (props: MenuLinkProps) => loaded && <loaded.LinkItem {...props} />
export const MenuRadios = <T extends string>(props: MenuRadiosProps<T>) =>
  loaded && <loaded.Radios {...props} />
export const MenuSeparator = () => <hr />

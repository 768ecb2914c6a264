import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { OpenerProps } from './opener.tsx'

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

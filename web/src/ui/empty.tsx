import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  /** A single action. */
  action?: ReactNode
}

/** An empty state: what is true when there is nothing, and one action. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      {Icon && <Icon className="icon icon-lg" aria-hidden="true" />}
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

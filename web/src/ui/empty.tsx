import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  icon?: LucideIcon
  title: string
  /** The level of the title, one below the heading above it. */
  heading?: 'h2' | 'h3'
  children?: ReactNode
  /** A single action. */
  action?: ReactNode
}

/** An empty state: a statement of what the absence means, and one action. */
export function Empty({ icon: Icon, title, heading: Heading = 'h3', children, action }: EmptyProps) {
  return (
    <div className="empty">
      {Icon && <Icon className="icon icon-lg" aria-hidden="true" />}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Activity, ActivityFilters, Drilled } from '../../domain/alert-counts/activity.ts'

interface DrillLinkProps {
  of: Drilled
  /** The id of a site, group or device, or the key of an alert type. */
  id: string
  activity: Activity
  children: ReactNode
}

/** A link to the same page for one site, group, device or type alone. Plain text if the page already shows only that. */
export function DrillLink({ of, id, activity: { filters }, children }: DrillLinkProps) {
  const chosen = filters[of]
  if (chosen?.length === 1 && chosen[0] === id) return <span className="truncate">{children}</span>
  return (
    <FilterLink className="plain-link truncate" filters={{ ...filters, [of]: [id] }}>
      {children}
    </FilterLink>
  )
}

interface FilterLinkProps {
  className?: string
  filters: ActivityFilters
  children: ReactNode
}

/** A link to the same page with other filters, which keeps the chosen cell. */
export function FilterLink({ className, filters, children }: FilterLinkProps) {
  return (
    <Link
      className={className}
      to="."
      search={((before: object) => ({ ...before, searchFilters: filters })) as never} // the path is only known at run time
    >
      {children}
    </Link>
  )
}

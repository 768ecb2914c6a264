import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpensPage } from '../../session/use-session.tsx'

/** A link to a page the user may open. Renders nothing if they may not. */
export function PageLink({
  path,
  search,
  className,
  children,
}: {
  path: string
  search?: object | undefined
  className?: string
  children: ReactNode
}) {
  const router = useRouter()
  const opens = useOpensPage(path)
  if (!(path in router.routesByPath) || !opens) return null
  return (
    // The path is only known at run time, and so is its search.
    <Link to={path} search={search as never} className={className}>
      {children}
    </Link>
  )
}

import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpensPage } from '../../session/use-session.tsx'

/** A link to a page the user may open. Renders nothing if they may not. */
export function PageLink({
  path,
  className,
  children,
}: {
  path: string
  className?: string
  children: ReactNode
}) {
  const router = useRouter()
  const opens = useOpensPage(path)
  if (!(path in router.routesByPath) || !opens) return null
  return (
    <Link to={path} className={className}>
      {children}
    </Link>
  )
}

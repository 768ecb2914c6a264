import { useRouter } from '@tanstack/react-router'
import { opensPage } from '../../session/rights.ts'
import { useSession } from '../../session/use-session.tsx'

/** Whether there is such a page and the user may open it. */
export function useOpensRoute(): (path: string) => boolean {
  const router = useRouter()
  const session = useSession()
  const paths = new Set<string>(Object.values(router.routesById).map(({ fullPath }) => fullPath))
  return (path) => paths.has(path) && opensPage(session, path)
}

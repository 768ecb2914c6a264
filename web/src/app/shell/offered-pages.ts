import { useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { opensPage } from '../../session/rights.ts'
import { useSession } from '../../session/use-session.tsx'
import { navigationTitle } from '../gate.ts'

export interface OfferedPage {
  path: string
  /** Upper-cased, hyphens turned into spaces (spec 2). */
  name: string
  icon: LucideIcon
  children: OfferedPage[]
}

/** The permitted pages offered in one place. A child page follows its parent. */
export function useOfferedPages(place: 'nav' | 'settings'): OfferedPage[] {
  const router = useRouter()
  const session = useSession()
  useTranslation() // names change with the language
  const pages = Object.values(router.routesById).flatMap((route) => {
    const offered = route.options.staticData?.offered
    const path: string = route.fullPath
    const isOffered = offered?.in === place || offered?.also === place
    if (!isOffered || !opensPage(session, path)) return []
    return [{ path, name: nameOf(path), icon: offered.icon, children: [] as OfferedPage[] }]
  })
  return pages.filter((page) => {
    const parent = pages.find((other) => other.path === page.path.slice(0, page.path.lastIndexOf('/')))
    parent?.children.push(page)
    return !parent
  })
}

const nameOf = (path: string) => navigationTitle(path.split('/').at(-1) ?? path)

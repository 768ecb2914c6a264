import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** Where a page is listed. Without it, only links lead to the page. */
export interface Offer {
  in: 'nav' | 'settings'
  also?: 'settings'
  icon: LucideIcon
}

/** Parses the search of an address and drops invalid values. */
export type SearchReader = (given: Record<string, unknown>) => object

/** Starts reading the data that a page will show of a site, into the cache. */
export type Prefetch = (queryClient: QueryClient, siteId: string) => unknown

/** Returns a further part of the path, such as `on-duty`. */
type TitlePart = (search: Record<string, unknown>) => string | undefined

interface PageOptions<Search extends SearchReader> {
  /** Icon in the navigation. */
  icon?: LucideIcon
  /** Defaults to the navigation if there is an icon. */
  offered?: Omit<Offer, 'icon'>
  search?: Search
  /** Uses the full width, for a list beside its drawer. */
  wide?: boolean
  /** Shown regardless of the role's permissions. */
  alwaysShown?: boolean
  /** Requests slow data as soon as navigation starts, while the page's code is still loading. */
  prefetch?: Prefetch
  /** Returns what the query adds to the path in the title, for a page that shows one of several contents. */
  titlePart?: TitlePart
}

/** A page as declared by a feature. `app/` turns it into a route. */
export interface Page<Path extends string = string, Search extends SearchReader = SearchReader> {
  path: Path
  search: Search
  data: { offered?: Offer; wide?: boolean; alwaysShown?: boolean; titlePart?: TitlePart }
  prefetch?: Prefetch | undefined
  load: () => Promise<ComponentType>
}

const readNothing = () => ({})

/** Declares a page whose code is loaded when it is opened. */
export function page<const Path extends string, Search extends SearchReader = typeof readNothing>(
  path: Path,
  options: PageOptions<Search>,
  load: () => Promise<ComponentType>,
): Page<Path, Search> {
  const {
    icon,
    offered = { in: 'nav' },
    search = readNothing as unknown as Search,
    wide,
    alwaysShown,
    prefetch,
    titlePart,
  } = options // if omitted, the type is that of the default
  return {
    path,
    search,
    prefetch,
    load,
    data: {
      ...(icon && { offered: { ...offered, icon } }),
      ...(wide && { wide }),
      ...(alwaysShown && { alwaysShown }),
      ...(titlePart && { titlePart }),
    },
  }
}

import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** Where a page is offered; those without are reached by links only. */
export interface Offer {
  in: 'nav' | 'settings'
  also?: 'settings'
  icon: LucideIcon
}

/** Reads the search of an address, and drops what does not belong there. */
export type SearchReader = (given: Record<string, unknown>) => object

interface PageOptions<Search extends SearchReader> {
  /** Of its place in the navigation. */
  icon?: LucideIcon
  /** The default with an icon is the navigation. */
  offered?: Omit<Offer, 'icon'>
  search?: Search
  /** Uses the whole width, for a list beside its drawer. */
  wide?: boolean
  /** Open whatever the role permits. */
  alwaysShown?: boolean
}

/** A page as a feature declares it; `app/` makes it a route. */
export interface Page<Path extends string = string, Search extends SearchReader = SearchReader> {
  path: Path
  search: Search
  data: { offered?: Offer; wide?: boolean; alwaysShown?: boolean }
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
  } = options // without one, the type is the default
  return {
    path,
    search,
    load,
    data: {
      ...(icon && { offered: { ...offered, icon } }),
      ...(wide && { wide }),
      ...(alwaysShown && { alwaysShown }),
    },
  }
}

import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page, SearchReader } from '../lib/routes/page.ts'
import { loadLaterTexts } from '../texts/i18n.ts'
import { needsLaterTexts } from './page-parts.ts'
import { withinTime } from './within-time.ts'

/** Route options of a page: path, search, and the component with its load timeout. */
export const pageOptions = <Path extends string, Search extends SearchReader>({
  path,
  search,
  data,
  load,
}: Page<Path, Search>) => ({
  path,
  validateSearch: search,
  staticData: data,
  component: lazyRouteComponent(
    withinTime(async () => {
      // Before the code, which may read texts when it is evaluated.
      if (needsLaterTexts(path)) await loadLaterTexts()
      return { Component: await load() }
    }),
    'Component',
  ),
})

import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page, Prefetch, SearchReader } from '../lib/routes/page.ts'
import { opensPage } from '../session/rights.ts'
import { sessionState } from '../session/session.ts'
import { siteIdOf } from '../session/site-id.ts'
import { loadLaterTexts } from '../texts/i18n.ts'
import { needsLaterTexts } from './page-parts.ts'
import { queryClient } from './query-client.ts'
import { withinTime } from './within-time.ts'

/** Route options of a page: path, search, and the component with its load timeout. */
export const pageOptions = <Path extends string, Search extends SearchReader>({
  path,
  search,
  data,
  prefetch,
  load,
}: Page<Path, Search>) => ({
  path,
  validateSearch: search,
  staticData: data,
  // The router also calls loaders when the pointer rests on a link to the page.
  ...(prefetch && {
    loader: ({ location }: { location: { searchStr: string } }) =>
      startPrefetch(prefetch, path, location.searchStr),
  }),
  component: lazyRouteComponent(
    withinTime(async () => {
      // Before the code, which may read texts when it is evaluated.
      if (needsLaterTexts(path)) await loadLaterTexts()
      return { Component: await load() }
    }),
    'Component',
  ),
})

/** Starts the reads and does not wait for them. The page shows its own placeholder and reports failures itself. */
function startPrefetch(prefetch: Prefetch, path: string, search: string): void {
  const state = sessionState()
  if (state.phase !== 'authorized' || !opensPage(state.session, path)) return
  const searched = new URLSearchParams(search).get('siteId') ?? undefined
  void prefetch(queryClient, siteIdOf(searched, state.session.site.siteId))
}

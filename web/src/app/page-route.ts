import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page, SearchReader } from '../lib/routes/page.ts'
import { withinTime } from './within-time.ts'

/** What a route has of its page: path, search, and the component, which has to arrive in time. */
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
    withinTime(async () => ({ Component: await load() })),
    'Component',
  ),
})

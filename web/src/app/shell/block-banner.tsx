import { blacklists } from '@eot/contract/blacklist'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'

const OwnBlocks = lazyAfterTexts(
  async () => (await import('../../features/blacklist/own-blocks.tsx')).OwnBlocks,
)

/** Warns the user that messages do not reach them. Its code is loaded only then. */
export function BlockBanner() {
  const { data } = useQuery(queryOf(blacklists.mine))
  return data?.length ? <OwnBlocks blocks={data} /> : null
}

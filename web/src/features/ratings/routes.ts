import { type RatingType, ratingTypes } from '@eot/contract/rating-standards'
import { Gauge } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

export interface RatingsSearch {
  /** Default: what the user or the site has chosen. */
  type?: RatingType | undefined
}

// The key is set even without a value, since the router would otherwise keep the value of the address.
const readSearch = ({ type }: Record<string, unknown>): RatingsSearch => ({
  type: ratingTypes.find((one) => one === type),
})

export const ratingPages = [
  page(
    '/ratings',
    { icon: Gauge, search: readSearch },
    async () => (await import('./ratings-page.tsx')).RatingsPage,
  ),
] as const

import { type RatingType, ratingTypes } from '@eot/contract/rating-standards'
import { Gauge } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

export interface RatingsSearch {
  /** Default: what the user or the site has chosen. */
  type?: RatingType | undefined
}

const readSearch = ({ type }: Record<string, unknown>): RatingsSearch => {
  const known = ratingTypes.find((one) => one === type)
  return known ? { type: known } : {}
}

export const ratingPages = [
  page(
    '/ratings',
    { icon: Gauge, search: readSearch },
    async () => (await import('./ratings-page.tsx')).RatingsPage,
  ),
] as const

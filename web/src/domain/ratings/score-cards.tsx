import { type RatingType, ratingTypes } from '@eot/contract/rating-standards'
import type { ReactNode } from 'react'
import { useSession } from '../../session/use-session.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { RatingCard } from './rating-card.tsx'
import { useRoomRating, useSiteRating } from './use-rating.ts'

interface CardProps {
  type: RatingType
  siteId: string
  more?: ReactNode
}

const skeleton = (
  <section className="card c6">
    <div className="body skeleton-body">
      <Skeleton height={240} />
    </div>
  </section>
)

/** Returns both types, first the one that the user or the site has chosen. */
export function useTypes(): readonly RatingType[] {
  const { ratingsDefault } = useSession()
  return [ratingsDefault, ...ratingTypes.filter((type) => type !== ratingsDefault)]
}

/** The scores of a site as of now. */
export function SiteScores({ siteId, more }: Omit<CardProps, 'type'>) {
  return (
    <div className="grid">
      {useTypes().map((type) => (
        <SiteScore key={type} type={type} siteId={siteId} more={more} />
      ))}
    </div>
  )
}

function SiteScore({ type, siteId, more }: CardProps) {
  const rating = useSiteRating(siteId, type)
  return (
    <Panel query={rating} className="c6" skeleton={skeleton}>
      {(found) => <RatingCard rating={found} className="c6" more={more} />}
    </Panel>
  )
}

/** The scores of one device as of now, without types for which it has no sensors. */
export function RoomScores({
  siteId,
  deviceId,
  more,
}: {
  siteId: string
  deviceId: string
  more?: ReactNode
}) {
  return (
    <div className="grid room-scores">
      {useTypes().map((type) => (
        <RoomScore key={type} type={type} siteId={siteId} deviceId={deviceId} more={more} />
      ))}
    </div>
  )
}

function RoomScore({ type, siteId, deviceId, more }: CardProps & { deviceId: string }) {
  const { data } = useRoomRating(siteId, deviceId, type)
  return data && data.Quantities.length > 0 ? <RatingCard rating={data} className="c6" more={more} /> : null
}

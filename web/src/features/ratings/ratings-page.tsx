import './ratings-page.css'
import { type RatingType, ratingTypes } from '@eot/contract/rating-standards'
import type { Rating, RatingDetails } from '@eot/contract/ratings'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { RatingCard } from '../../domain/ratings/rating-card.tsx'
import { ratingHeadline, ratingIs } from '../../domain/ratings/rating-words.ts'
import { useTypes } from '../../domain/ratings/score-cards.tsx'
import { useSiteRating } from '../../domain/ratings/use-rating.ts'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { clockTime } from '../../lib/time/time.ts'
import { useCurrentSiteId, useSitePath, useTimeZone } from '../../session/current-site.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Gains } from './gains.tsx'
import { RatingTrend } from './rating-trend.tsx'
import { RatingYear } from './rating-year.tsx'
import { StandardCard } from './standard-card.tsx'
import { WorstRooms } from './worst-rooms.tsx'

/** The air quality and comfort of a site: the scores first, then how they are made up. */
export function RatingsPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const [preferred] = useTypes()
  const { type: chosen } = useSearch({ from: '/portal/ratings' })
  const navigate = useNavigate({ from: '/ratings' })
  const type = chosen ?? preferred ?? 'AirQuality'
  const other = type === 'AirQuality' ? 'Comfort' : 'AirQuality'
  const first = useSiteRating(siteId, type)
  const second = useSiteRating(siteId, other)
  const name = useSitePath().data?.name
  const zone = useTimeZone()
  const note = (rating: Rating) => `${name ?? ''}, ${clockTime(rating.At, zone)}`
  const how = <a href="#standard">{t('ratings.computed')}</a>
  return (
    <>
      <PageHead
        title={<FormulaText text={first.data ? ratingHeadline(first.data) : t('ratings.title')} />}
        sub={first.data && <Context rating={first.data} other={second.data} />}
        actions={
          <Segments<RatingType>
            label={t('ratings.choose')}
            value={type}
            options={ratingTypes.map((value) => ({ value, text: t(`ratings.type.${value}`) }))}
            onChange={(next) => void navigate({ search: { type: next }, resetScroll: false, replace: true })}
          />
        }
      />
      <div className="grid ratings">
        {[first, second].map((query, at) => (
          <Panel key={at === 0 ? type : other} query={query} className="c6" skeleton={<CardSkeleton />}>
            {(rating) => <RatingCard rating={rating} className="c6" note={note(rating)} more={how} />}
          </Panel>
        ))}
        <RatingTrend siteId={siteId} type={type} other={other} />
        <Panel query={first} className="c4" skeleton={<CardSkeleton />}>
          {(rating) => <Gains rating={rating} />}
        </Panel>
        <RatingYear siteId={siteId} type={type} />
        <Panel query={first} className="c8" skeleton={<CardSkeleton />}>
          {(rating) => <WorstRooms rating={rating} />}
        </Panel>
        <StandardCard siteId={siteId} rating={type === 'AirQuality' ? first.data : second.data} />
      </div>
    </>
  )
}

function CardSkeleton() {
  return (
    <section className="card c6">
      <div className="body skeleton-body">
        <Skeleton height={240} />
      </div>
    </section>
  )
}

const mostNamed = 3

/** The poor rooms, and the score of the other type. */
function Context({ rating, other }: { rating: RatingDetails; other: Rating | undefined }) {
  const { t } = useTranslation()
  const { Rooms, Worst } = rating
  const poor = Worst.filter(({ Band }) => Band === 'Poor').slice(0, mostNamed)
  const names = `${poor.map(({ Name }) => Name).join(', ')}${Rooms.Poor > poor.length ? ', …' : ''}`
  return (
    <>
      {Rooms.Rated > 0 &&
        (Rooms.Poor > 0 ? (
          <b>{t('ratings.poorRooms', { count: Rooms.Poor, all: Rooms.Rated, names })}</b>
        ) : (
          t('ratings.noPoorRooms', { count: Rooms.Rated })
        ))}{' '}
      {other && other.Score !== null && t('ratings.otherIs', { is: ratingIs(other), score: other.Score })}
    </>
  )
}

import './weather-card.css'
import type { Weather, WeatherHour } from '@eot/contract/weather'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WeatherIcon } from '../../../domain/weather/weather-icon.tsx'
import { WeatherSource } from '../../../domain/weather/weather-source.tsx'
import { placeText, temperatureText, wholeDegrees } from '../../../domain/weather/weather-text.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { clockTime, shortTime } from '../../../lib/time/time.ts'
import { useSession } from '../../../session/use-session.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageLink } from '../page-link.tsx'
import { Indoors } from './indoors.tsx'

interface WeatherCardProps {
  weather: Weather
  siteId: string
  siteName: string
}

/** The weather outdoors, with the values measured indoors. */
export function WeatherCard({ weather, siteId, siteName }: WeatherCardProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const { Attribution, IsStale, IsRefreshing, TimeZone, UpdatedAt } = weather
  const updated = UpdatedAt === null ? '' : shortTime(UpdatedAt, TimeZone, now, clockTime)
  return (
    <section className="card c4 weather-card">
      <header>
        <h2>{t('weather.title')}</h2>
        {IsStale && !IsRefreshing && (
          <div className="end">
            <Chip tone="caution" icon={TriangleAlert}>
              {t('weather.stale', { time: updated })}
            </Chip>
          </div>
        )}
      </header>
      <div className="body">
        <Content weather={weather} siteName={siteName} />
        {weather.State === 'Ready' && <Indoors siteId={siteId} />}
      </div>
      {weather.State === 'Ready' && (
        <div className="foot">
          <p className="faint">
            <WeatherSource attribution={Attribution} />, {t('weather.updated', { time: updated })}
          </p>
        </div>
      )}
    </section>
  )
}

function Content({ weather, siteName }: Pick<WeatherCardProps, 'weather' | 'siteName'>) {
  const { t } = useTranslation()
  const { State } = weather
  if (State === 'Pending') return <Skeleton height={120} />
  if (State === 'Ready')
    return (
      <>
        <Now weather={weather} />
        <Hours hours={weather.Hours} timeZone={weather.TimeZone} />
      </>
    )
  if (State === 'Failed') return <p className="empty-note">{t('weather.failed')}</p>
  return (
    <p className="empty-note">
      {t(State === 'NoAddress' ? 'weather.noAddress' : 'weather.addressNotFound', { site: siteName })}{' '}
      <PageLink path="/site">{t('weather.toSettings')}</PageLink>
    </p>
  )
}

function Now({ weather: { Current, Place, TimeZone } }: { weather: Weather }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  if (!Current) return null
  const { At, Humidity, Icon, Temperature } = Current
  const said = [
    Icon && t(`weather.icon.${Icon}`),
    Humidity !== null && t('weather.humidity', { value: Math.round(Humidity) }),
  ].filter(Boolean)
  return (
    <div className="wx">
      {Icon && <WeatherIcon icon={Icon} isNamed />}
      <b>{temperatureText(Temperature, measurement)}</b>
      <p>
        {said.join(', ')}
        <br />
        <span className="faint">
          {Place && t('weather.placeTime', { place: placeText(Place), time: clockTime(At, TimeZone) })}
        </span>
      </p>
    </div>
  )
}

const shown = 6
const everyHours = 2

/** Every other one of the next hours. */
function Hours({ hours, timeZone }: { hours: readonly WeatherHour[]; timeZone: string }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const next = hours.slice(1).filter((_, at) => at % everyHours === 0)
  return (
    <ul className="wxh" aria-label={t('weather.hours')}>
      {next.slice(0, shown).map(({ At, Icon, Temperature }) => (
        <li key={At}>
          <time dateTime={At}>{clockTime(At, timeZone)}</time>
          {Icon ? <WeatherIcon icon={Icon} /> : <span />}
          <span>{wholeDegrees(Temperature, measurement)}°</span>
        </li>
      ))}
    </ul>
  )
}

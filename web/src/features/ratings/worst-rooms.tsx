import { bandOf } from '@eot/contract/rating-standards'
import type { RatedRoom, RatingDetails } from '@eot/contract/ratings'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { gradeOfBand } from '../../domain/ratings/grade-of-band.ts'
import { quantityText } from '../../domain/ratings/rating-words.ts'
import { GradeMark } from '../../domain/sensors/grade-mark.tsx'
import { FormulaText, SensorChip, SensorName } from '../../domain/sensors/sensor-look.tsx'
import { When } from '../../domain/time-text.tsx'
import { useOpensPage, useSession } from '../../session/use-session.tsx'

/** The rooms with the lowest scores, and those without one. */
export function WorstRooms({ rating }: { rating: RatingDetails }) {
  const { t } = useTranslation()
  const { Worst, Rooms } = rating
  const opensRooms = useOpensPage('/devices/all-rooms')
  return (
    <section className="card c8 worst-rooms">
      <header>
        <h2>{t('ratings.worst')}</h2>
        <span className="note">{t('ratings.worstNote', { shown: Worst.length, all: Rooms.Known })}</span>
        {opensRooms && (
          <span className="end">
            <Link to="/devices/all-rooms">{t('ratings.allRooms')}</Link>
          </span>
        )}
      </header>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('ratings.room')}</th>
            <th scope="col">{t('ratings.score')}</th>
            <th scope="col">{t('ratings.ledBy')}</th>
            <th scope="col" className="wide-only">
              {t('ratings.lastDay')}
            </th>
            <th scope="col" className="num wide-only">
              {t('ratings.sensorsSamples')}
            </th>
          </tr>
        </thead>
        <tbody>
          {Worst.map((room) => (
            <RoomRow key={room.Id} room={room} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RoomRow({ room }: { room: RatedRoom }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const { Id, Name, Site, Score, Band, Lead, Sensors, Samples } = room
  const opensLive = useOpensPage('/devices/live-sensor-data')
  return (
    <tr>
      <td>
        {opensLive ? (
          <Link to="/devices/live-sensor-data" search={{ deviceId: Id }} className="plain-link">
            {Name}
          </Link>
        ) : (
          Name
        )}
        <small>{Site.Name}</small>
      </td>
      <td className="nowrap">
        {Score !== null && Band ? (
          <span className="room-score">
            <b>{Score}</b>
            <GradeMark grade={gradeOfBand(Band)} text={t(`ratings.band.${Band}`)} />
          </span>
        ) : (
          <span className="muted">{t('ratings.none')}</span>
        )}
      </td>
      <td>
        {Lead ? (
          <span className="led-by">
            <SensorChip sensor={Lead.Sensor} />
            <span>
              <SensorName sensor={Lead.Sensor} />{' '}
              <b>
                <FormulaText text={quantityText(Lead.Value, Lead.Sensor, measurement)} />
              </b>
            </span>
          </span>
        ) : (
          Score === null && (
            <span className="muted">
              {t('ratings.tooFew')}
              <small>{room.LatestAt ? <When at={room.LatestAt} toMinute /> : t('ratings.neverSeen')}</small>
            </span>
          )
        )}
      </td>
      <td className="wide-only">
        <BandStrip hours={room.Hours} />
      </td>
      <td className="num wide-only">
        {t('ratings.sensors', { rated: Sensors.Rated, known: Sensors.Known })}
        <small>{t('ratings.samples', { percent: Math.floor(Samples * 100) })}</small>
      </td>
    </tr>
  )
}

/** A bar for each of the last 24 hours. Worse hours have higher bars, so that color is not needed to tell them apart. */
function BandStrip({ hours }: { hours: readonly (number | null)[] }) {
  const { t } = useTranslation()
  const last = hours.at(-1)
  const end = last == null ? t('ratings.stripNone') : t(`ratings.band.${bandOf(last)}`)
  return (
    <span className="bstrip" role="img" aria-label={t('ratings.strip', { band: end })}>
      {hours.map((score, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day keep their places
        <i key={hour} className={score === null ? 'none' : gradeOfBand(bandOf(score))} />
      ))}
    </span>
  )
}

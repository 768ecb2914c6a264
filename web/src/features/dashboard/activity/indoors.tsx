import { sensors } from '@eot/contract/sensors'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { shownUnit, valueText } from '../../../lib/units.ts'
import { useSession } from '../../../session/use-session.tsx'

const hourMs = 3_600_000
const refetchInterval = 60_000

/** The newest hourly mean of all rooms of a site, to compare with the weather. Renders nothing if no room measures it. */
export function Indoors({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  // Whole hours, so that the request stays the same for an hour.
  const startTime = Math.floor(useMinute() / hourMs) * hourMs - hourMs
  const read = useQuery({
    ...keepingPrevious(
      queryOf(sensors.ofSite, {
        query: { SiteId: siteId, type: ['temperature', 'humidity'], startTime, interval: 'OneHour' },
      }),
    ),
    refetchInterval,
  })
  const latest = read.data?.Series.flatMap(({ Sensor, Unit, Points }) => {
    const mean = Points.at(-1)?.[1]
    return mean === undefined
      ? []
      : [`${valueText(mean, Sensor, measurement)} ${shownUnit(Unit, measurement)}`]
  })
  if (!latest?.length) return null
  return (
    <p className="indoors">
      <span className="muted">{t('weather.indoors')}</span>
      <b>{latest.join(', ')}</b>
      <span className="faint">{t('weather.indoorsNote')}</span>
    </p>
  )
}

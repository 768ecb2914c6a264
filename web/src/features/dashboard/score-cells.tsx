import { bandOf, ratingTypes } from '@eot/contract/rating-standards'
import { ratings } from '@eot/contract/ratings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { gradeOfBand } from '../../domain/ratings/grade-of-band.ts'
import { GradePips } from '../../domain/sensors/grade-mark.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { clockTime } from '../../lib/time/time.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import { scoreOf } from './health-scores.ts'
import type { HealthRow } from './site-health.ts'

const refetchInterval = 60_000

/** Reads the scores of all rows at once; each row has the same query. */
function useScores(by: 'Site' | 'Device') {
  const query = { SiteId: useCurrentSiteId(), by }
  return useQuery({ ...queryOf(ratings.lastHour, { query }), refetchInterval })
}

/** The scores of a row: air quality, then comfort. Empty until they are known. */
export function ScoreCells({ row }: { row: HealthRow }) {
  const { data } = useScores(row.device ? 'Device' : 'Site')
  return ratingTypes.map((type) => (
    <td key={type} className="num sc">
      {data && <Score score={scoreOf(data, row.covers, type)} />}
    </td>
  ))
}

function Score({ score }: { score: number | null }) {
  const { t } = useTranslation()
  if (score === null) return <span className="faint">{t('dashboard.noScore')}</span>
  return (
    <>
      {score} <GradePips grade={gradeOfBand(bandOf(score))} />
    </>
  )
}

/** Which hour the scores are of. */
export function ScoresNote({ by }: { by: 'Site' | 'Device' }) {
  const { t } = useTranslation()
  const { data, isError } = useScores(by)
  const zone = useTimeZone()
  if (data) return t('dashboard.scoresOf', { time: clockTime(Date.parse(data.At), zone) })
  return isError && t('dashboard.scoresNotRead')
}

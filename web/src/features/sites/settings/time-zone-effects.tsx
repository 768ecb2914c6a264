import type { Site } from '@eot/contract/site-fields'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../lib/api/query.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { clockTime } from '../../../lib/time/time.ts'
import { numberText } from '../../../texts/number-format.ts'
import { offsetAt } from '../../../texts/zoned-time.ts'
import { Glyph } from '../../../ui/glyph.tsx'

/** The effects of another time zone, shown before it is saved. `zone` null: the inherited one. */
export function TimeZoneEffects({ site, zone }: { site: Site; zone: string | null }) {
  const { t } = useTranslation()
  const now = useMinute()
  const query = { Action: 'TimeZone' as const, SiteIds: [site.Id], ...(zone && { TimeZone: zone }) }
  const found = useQuery(queryOf(sites.consequences, { query })).data
  const [change] = found?.Changes ?? []
  if (!found || !change?.After) return null
  const hours = (offsetAt(now, change.After) - offsetAt(now, site.TimeZone)) / 3_600_000
  const shift = numberText(Math.abs(hours))
  const followers = found.Followers.map(({ Name }) => Name).join(', ')
  const lines = [
    [
      hours === 0
        ? t('sites.zone.sameNow')
        : t(hours < 0 ? 'sites.zone.later' : 'sites.zone.earlier', { count: Math.abs(hours), shift }),
      t('sites.zone.fromNow'),
    ],
    [t('sites.zone.times'), t('sites.zone.nowThere', { time: clockTime(now, change.After) })],
    ...(change.Sites > 1 ? [[t('sites.zone.follow', { count: change.Sites - 1 }), followers]] : []),
    [t('sites.zone.stored'), t('sites.zone.utc')],
  ]
  return (
    <div className="callout caution" role="status">
      <Glyph level="caution" />
      <h3>{t('sites.zone.title', { before: site.TimeZone, after: change.After })}</h3>
      <ul className="effects">
        {lines.map(([what, detail]) => (
          <li key={what}>
            <span>{what}</span>
            <span className="muted">{detail}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

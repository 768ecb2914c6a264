import { ratingStandards } from '@eot/contract/rating-standards'
import { type RatingDetails, type RatingTypeInfo, ratings } from '@eot/contract/ratings'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { standardText } from '../../domain/standard-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed, useOpensPage } from '../../session/use-session.tsx'
import { Glyph } from '../../ui/glyph.tsx'

/** The limits by which air is rated here, who chose them, and the scores by the others. */
export function StandardCard({ siteId, rating }: { siteId: string; rating: RatingDetails | undefined }) {
  const { t } = useTranslation()
  const seesSite = useOpensPage('/site')
  const mayEdit = useAllowed('EditSite')
  const site = useQuery({ ...queryOf(sites.get, { params: { id: siteId } }), enabled: seesSite })
  const types = useQuery({ ...queryOf(ratings.types, { query: {} }), staleTime: Number.POSITIVE_INFINITY })
  const source = site.data?.Sources?.['Settings.RatingStandard']
  const air = types.data?.find(({ Key }) => Key === 'AirQuality')
  const comfort = types.data?.find(({ Key }) => Key === 'Comfort')
  return (
    <section className="card c4" id="standard">
      <header>
        <h2>{t('ratings.standard')}</h2>
        {site.data && (
          <span className="end note">
            {source === undefined
              ? t('ratings.byDefault')
              : source?.Id === siteId
                ? t('ratings.setHere')
                : `${t('ratings.inherited')}${source ? `: ${source.Name}` : ''}`}
          </span>
        )}
      </header>
      <div className="body">
        <ul className="standards">
          {ratingStandards.map((standard) => {
            const info = air?.Standards.find(({ Key }) => Key === standard)
            const isUsed = rating?.Standard === standard
            const score = rating?.Alternatives.find(({ Standard }) => Standard === standard)?.Score
            return (
              <li key={standard} aria-current={isUsed || undefined}>
                <b>{standardText(info?.Name ?? standard)}</b>
                <span className={isUsed ? 'in-use' : 'muted'}>
                  {isUsed ? (
                    <>
                      <Glyph level="ok" /> {t('ratings.inUse')}
                    </>
                  ) : (
                    score != null && t('ratings.wouldGive', { score })
                  )}
                </span>
                {info && <LimitLines info={info} />}
              </li>
            )
          })}
          {comfort?.Standards.map((info) => (
            <li key={info.Name}>
              <b>
                {t('ratings.type.Comfort')}: {standardText(info.Name)}
              </b>
              <span />
              <LimitLines info={info} />
            </li>
          ))}
        </ul>
        {mayEdit && <Link to="/site">{t('ratings.change')}</Link>}
      </div>
      <div className="foot">
        <p>
          <FormulaText text={t('ratings.estimatedNote')} />
        </p>
      </div>
    </section>
  )
}

/** The limits of each quantity with their sources, on demand. */
function LimitLines({ info }: { info: RatingTypeInfo['Standards'][number] }) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('ratings.sources')}</summary>
      <ul>
        {info.Quantities.map(({ Sensor, Limits, Unit, Source }) => (
          <li key={Sensor}>
            <FormulaText
              text={t('ratings.limits', {
                sensor: sensorName(Sensor),
                limits: Limits.filter(([, lost]) => lost > 0)
                  .map(([value, lost]) => `${value} (−${lost})`)
                  .join(' · '),
                unit: Unit,
              })}
            />
            <small>
              <FormulaText text={standardText(Source)} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  )
}

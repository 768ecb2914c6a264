import './quality.css'
import { qualities } from '@eot/contract/quality'
import { useTranslation } from 'react-i18next'
import { FormulaText } from '../../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { listText } from '../../../texts/lists.ts'
import { type Finding, findingsOf, longestOf } from './findings.ts'
import { QualityKey } from './quality-key.tsx'
import { shownSpan } from './shown-span.ts'

const mostListed = 20

interface QualityNotesProps {
  series: Parameters<typeof findingsOf>[0]
  zone: string
  now: number
}

/** Describes the strips below the charts in words: each finding, when it was, and what it means. */
export function QualityNotes({ series, zone, now }: QualityNotesProps) {
  const { t } = useTranslation()
  const findings = findingsOf(series)
  const found = qualities.filter((one) => findings.some(({ Quality }) => Quality === one))
  if (found.length === 0)
    return (
      <div className="quality-notes">
        <p className="line">
          <b>{t('quality.title')}</b>
          <span className="muted">{t('quality.nothing')}</span>
        </p>
      </div>
    )
  const listed = longestOf(findings, mostListed)
  return (
    <details className="quality-notes">
      <summary>
        <span className="line">
          <b>{t('quality.title')}</b>
          <span className="muted">{t('quality.findings', { count: findings.length })}</span>
          {found.map((quality) => (
            <QualityKey key={quality} quality={quality} />
          ))}
        </span>
      </summary>
      <ul>
        {listed.map((finding) => (
          <li key={`${finding.Quality} ${finding.From} ${finding.To}`}>
            <FormulaText text={findingText(finding, series.length)} />
          </li>
        ))}
        {findings.length > listed.length && (
          <li className="muted">{t('quality.more', { count: findings.length - listed.length })}</li>
        )}
      </ul>
      <dl>
        {found.map((quality) => (
          <div key={quality}>
            <dt>{t(`quality.${quality}`)}</dt>
            <dd>{t(`quality.meaning.${quality}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )

  function findingText({ sensors, ...span }: Finding, all: number): string {
    const names =
      sensors.length === all && all > 1 ? t('quality.allSensors') : listText(sensors.map(sensorName))
    return t('quality.of', { span: shownSpan(span, zone, now), sensors: names })
  }
}

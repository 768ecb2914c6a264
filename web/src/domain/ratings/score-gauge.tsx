import { bandOf, ratingBands } from '@eot/contract/rating-standards'
import type { Rating } from '@eot/contract/ratings'
import { useTranslation } from 'react-i18next'
import { gradeOfBand } from './grade-of-band.ts'
import { changeText } from './rating-words.ts'

const width = 184
const height = 150
const center = { x: width / 2, y: 88 }
const ticks = 60
/** Degrees, clockwise from the right: from the lower left over the top to the lower right. */
const [from, to] = [-212, 32]
/** The scores at which bands begin. */
const edges: readonly number[] = ratingBands.map(([, least]) => least).filter((least) => least > 0)

function at(score: number, radius: number) {
  const angle = ((from + (score / 100) * (to - from)) * Math.PI) / 180
  return { x: center.x + Math.cos(angle) * radius, y: center.y + Math.sin(angle) * radius }
}

/** A score on a scale from 0 to 100, with its band in words. */
export function ScoreGauge({ rating }: { rating: Pick<Rating, 'Type' | 'Score' | 'Before'> }) {
  const { t } = useTranslation()
  const { Score: score } = rating
  const type = t(`ratings.type.${rating.Type}`)
  const band = score === null ? undefined : bandOf(score)
  const grade = band && gradeOfBand(band)
  const word = band ? t(`ratings.band.${band}`) : t('ratings.none')
  const label = band ? t('ratings.gauge', { type, score, band: word }) : t('ratings.gaugeNone', { type })
  return (
    <svg className="gauge" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {Array.from({ length: ticks + 1 }, (_, n) => (n / ticks) * 100).map((value) => {
        const isEdge = edges.some((edge) => Math.abs(edge - value) < 0.5)
        const [inner, outer] = [at(value, isEdge ? 58 : 62), at(value, 76)]
        const isLit = score !== null && value <= score
        return (
          <line
            key={value}
            x1={inner.x}
            y1={inner.y}
            x2={outer.x}
            y2={outer.y}
            stroke={isLit && grade ? `var(--band-${grade})` : 'var(--line-2)'}
            strokeWidth={isEdge ? 2 : 3}
          />
        )
      })}
      {edges.map((edge) => (
        <text key={edge} className="edge" x={at(edge, 87).x} y={at(edge, 87).y + 3}>
          {edge}
        </text>
      ))}
      <text className="figure" x={center.x} y={center.y + 8}>
        {score ?? '–'}
      </text>
      <text className={grade ? `word ${grade}` : 'word'} x={center.x} y={center.y + 26}>
        {word}
      </text>
      <text className="change" x={center.x} y={center.y + 56}>
        {changeText(rating)}
      </text>
    </svg>
  )
}

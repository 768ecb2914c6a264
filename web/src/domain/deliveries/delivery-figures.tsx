import { numberText } from '../../texts/number-format.ts'
import './delivery-figures.css'
import type { DeliveryFigures as Figures } from '@eot/contract/logs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Figures are read again after this time. */
export const figuresEveryMs = 30_000

/** Results of the last 24 hours. Renders nothing if nothing was sent. */
export function DeliveryFigures({ data }: { data: Figures | undefined }) {
  const { t } = useTranslation()
  if (!data || data.Sent + data.Failed + data.Waiting === 0) return null
  const { Sent, Failed, Waiting, HalfWithinMs, MostWithinMs, Hours } = data
  const done = Sent + Failed
  const percent = done > 0 ? Math.floor((1000 * Sent) / done) / 10 : undefined
  return (
    <section className="delivery-figures" aria-label={t('logs.figures.title')}>
      <dl>
        {percent !== undefined && (
          <Figure name={t('logs.figures.sent')} note={t('logs.figures.of', { count: done, sent: Sent })}>
            {t('logs.figures.percent', { percent })}
          </Figure>
        )}
        {HalfWithinMs !== null && (
          <Figure name={t('logs.figures.half')}>{t('logs.took', { seconds: seconds(HalfWithinMs) })}</Figure>
        )}
        {MostWithinMs !== null && (
          <Figure name={t('logs.figures.most')}>{t('logs.took', { seconds: seconds(MostWithinMs) })}</Figure>
        )}
        <Figure name={t('logs.figures.waiting')}>{numberText(Waiting)}</Figure>
      </dl>
      <HourBars hours={Hours} />
    </section>
  )
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{children}</b> {note}
      </dd>
    </div>
  )
}

const [width, height, below] = [144, 28, 8]

/** Hidden from screen readers; the figures beside it say the same in words. */
function HourBars({ hours }: { hours: Figures['Hours'] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...hours.map(({ Sent }) => Sent))
  const step = width / hours.length
  const tall = (count: number, room: number) => (count === 0 ? 0 : Math.max(2, (count / most) * room))
  return (
    <figure>
      <figcaption>{t('logs.figures.bars')}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height + below}`}
        width={width}
        height={height + below}
        aria-hidden="true"
      >
        <line x1={0} x2={width} y1={height} y2={height} stroke="var(--line-1)" />
        {hours.map(({ StartAt, Sent, Failed }, index) => (
          <g key={StartAt}>
            <rect
              x={index * step}
              y={height - tall(Sent, height)}
              width={step - 1}
              height={tall(Sent, height)}
              fill="var(--ok-fill)"
            />
            <rect
              x={index * step}
              y={height}
              width={step - 1}
              height={Math.min(below, tall(Failed, height))}
              fill="var(--critical-fill)"
            />
          </g>
        ))}
      </svg>
    </figure>
  )
}

import type { ReportBars, ReportHeatmap } from '@eot/contract/report-model'
import { findAlertType } from '@eot/contract/vocabulary'
import { alertLook } from '../../domain/sensors/sensor-look.tsx'
import { classNames } from '../../ui/class-names.ts'

const height = 140

const colorOf = (key: string): string =>
  key === 'Other' ? 'var(--idle-fill)' : alertLook(key, findAlertType(key)?.Sensor ?? null).color

/** Stacked bars per day, drawn as the PDF draws them. */
export function ReportBarsView({ bars: { Labels, Series, Alt } }: { bars: ReportBars }) {
  const totals = Labels.map((_, index) => Series.reduce((sum, { Values }) => sum + (Values[index] ?? 0), 0))
  const most = Math.max(1, ...totals)
  const every = Math.ceil(Labels.length / 10)
  return (
    <figure className="report-bars">
      <div role="img" aria-label={Alt} className="report-days">
        {Labels.map((label, index) => (
          <div key={label}>
            <span className="num">{totals[index] ? totals[index] : ''}</span>
            <span className="report-bar">
              {Series.map(({ Key, Values }) => (
                <i
                  key={Key}
                  style={{ height: ((Values[index] ?? 0) / most) * height, background: colorOf(Key) }}
                />
              ))}
            </span>
            <small className="report-day">{index % every === 0 ? label : ''}</small>
          </div>
        ))}
      </div>
      <figcaption>
        {Series.map(({ Key, Name }) => (
          <span key={Key}>
            <i className="report-swatch" style={{ background: colorOf(Key) }} />
            {Name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Days by hours, each with its count. */
export function ReportHeatmapView({ heatmap: { Rows, Columns, Alt } }: { heatmap: ReportHeatmap }) {
  const most = Math.max(1, ...Rows.flatMap(({ Cells }) => Cells.map(({ Count }) => Count)))
  return (
    // It scrolls on narrow screens, with the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable
    <div role="img" aria-label={Alt} className="report-heat" tabIndex={0}>
      {Rows.map(({ Label, Cells }) => (
        <div className="report-heat-row" key={Label}>
          <span>{Label}</span>
          {Cells.map(({ Count, IsUnusual }, hour) => (
            <i
              key={Columns[hour] || hour}
              className={classNames('report-cell', IsUnusual && 'unusual')}
              data-strong={Count / most > 0.5 || undefined}
              style={{
                background:
                  Count === 0
                    ? 'var(--surface-2)'
                    : `color-mix(in oklab, var(--accent) ${18 + Math.round((82 * Count) / most)}%, var(--surface-1))`,
              }}
            >
              {Count === 0 ? '' : Count}
            </i>
          ))}
        </div>
      ))}
      <div className="report-heat-row" aria-hidden="true">
        <span />
        {Columns.map((label, hour) => (
          <small className="report-hour" key={label || hour}>
            {label}
          </small>
        ))}
      </div>
    </div>
  )
}

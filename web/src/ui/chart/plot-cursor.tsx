import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nearestIndex } from './nearest.ts'
import { msAt, type PlotFrame, xOf, yOf } from './plot-frame.ts'

export interface CursorRow {
  key: string
  name: ReactNode
  /** The name for screen readers. */
  spoken: string
  text: string
  color?: string
  /** Position of the value on the axis. null: the row has no mark on the chart. */
  at: number | null
}

interface PlotCursorProps {
  frame: PlotFrame
  /** Ascending times that have values. */
  timesMs: readonly number[]
  /** A pointer farther than this from all of them selects none. */
  reachMs: number
  title: (ms: number) => string
  rows: (ms: number) => CursorRow[]
  /** Accessible name of the slider. */
  label: string
}

/**
 * A cursor line for mouse, touch and keyboard. After a touch it stays until the next touch elsewhere. For the
 * keyboard it is a slider, which announces its own value; it is hidden, and the ring around the chart shows its
 * focus.
 */
export function PlotCursor({ frame, timesMs, reachMs, title, rows, label }: PlotCursorProps) {
  const { t } = useTranslation()
  const [chosenMs, setChosenMs] = useState<number | null>(null)
  const [focused, setFocused] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const shown = timesMs.filter((ms) => ms >= frame.fromMs && ms <= frame.toMs)
  const lastMs = shown.at(-1)
  const wantedMs = chosenMs ?? (focused ? (lastMs ?? null) : null)
  const index = wantedMs === null ? shown.length - 1 : nearestIndex(shown, wantedMs)
  const nearestMs = shown[index]
  const found = wantedMs !== null && nearestMs !== undefined && Math.abs(nearestMs - wantedMs) <= reachMs
  const read = found && nearestMs !== undefined ? { ms: nearestMs, rows: rows(nearestMs) } : null

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left
    const ms = msAt(frame, frame.left + event.clientX - left)
    setChosenMs(Math.min(frame.toMs, Math.max(frame.fromMs, ms)))
  }
  const leave = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse') setChosenMs(null)
  }
  useEffect(() => {
    if (chosenMs === null) return
    const elsewhere = (event: Event) => {
      if (event.target !== area.current) setChosenMs(null)
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [chosenMs])
  const place: CSSProperties = { left: frame.left, top: frame.top, width: frame.width, height: frame.height }
  const spoken = read?.rows.map((row) => `${row.spoken} ${row.text}`).join(', ')

  return (
    <>
      <div
        ref={area}
        className="plot-area"
        style={place}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={leave}
      />
      <input
        type="range"
        className="vh plot-slider"
        aria-label={label}
        aria-valuetext={read ? `${title(read.ms)}: ${spoken}` : t('chart.noData')}
        min={0}
        max={Math.max(0, shown.length - 1)}
        value={Math.max(0, index)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          setChosenMs(null)
        }}
        onChange={(event) => setChosenMs(shown[Number(event.target.value)] ?? null)}
      />
      {wantedMs !== null && (
        <Reading frame={frame} ms={read?.ms ?? wantedMs} title={title} rows={read?.rows ?? null} />
      )}
    </>
  )
}

interface ReadingProps {
  frame: PlotFrame
  ms: number
  title: (ms: number) => string
  /** null: there are no values around this time. */
  rows: CursorRow[] | null
}

function Reading({ frame, ms, title, rows }: ReadingProps) {
  const { t } = useTranslation()
  const x = xOf(frame, ms)
  const onRight = x - frame.left > frame.width * 0.6
  const side = onRight ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }
  return (
    <>
      <span className="plot-rule" style={{ left: x, top: frame.top, height: frame.height }} />
      {rows?.map(
        ({ key, at, color }) =>
          at !== null && (
            <span
              key={key}
              className="plot-dot"
              style={{ left: x, top: yOf(frame, at), ...(color && { background: color }) }}
            />
          ),
      )}
      <div className="tip" style={{ top: frame.top + 4, ...side }}>
        <span className="faint">{title(ms)}</span>
        {rows ? (
          <dl>
            {rows.map(({ key, name, text, color }) => (
              <div key={key} className="tip-row">
                <dt>
                  {color && <i className="swatch" style={{ '--kc': color }} />}
                  {name}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>{t('chart.noData')}</p>
        )}
      </div>
    </>
  )
}

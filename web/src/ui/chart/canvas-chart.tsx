import type { EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CanvasEngine } from './canvas-engine.ts'

interface CanvasChartProps {
  option: EChartsCoreOption
  /** Width available to the chart, in CSS pixels. The chart resizes with it. */
  width: number
  height: number
  /** Describes the whole chart in one sentence. */
  label: string
}

/** Draws an ECharts option on a canvas. The library loads with the first chart, in space reserved for it. */
export function CanvasChart({ option, width, height, label }: CanvasChartProps) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<CanvasEngine | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null)

  useEffect(() => {
    let started: CanvasEngine | undefined
    let gone = false
    import('./canvas-engine.ts')
      .then(({ startCanvas }) => {
        if (gone || !host.current) return
        started = startCanvas(host.current)
        setEngine(started)
      })
      .catch((error: unknown) => {
        console.error(error)
        if (!gone) setFailedAttempt(attempt)
      })
    return () => {
      gone = true
      started?.dispose()
      setEngine(null)
    }
  }, [attempt])

  useEffect(() => {
    if (width > 0) engine?.resize({ width, height })
  }, [engine, width, height])

  useEffect(() => {
    if (width > 0) engine?.setOption(option, { replaceMerge: ['series'] })
  }, [engine, option, width])

  if (failedAttempt === attempt) {
    return (
      <div className="chart-failed" style={{ height }} role="alert">
        <p>{t('chart.notLoaded')}</p>
        <button type="button" className="btn sm" onClick={() => setAttempt(attempt + 1)}>
          {t('chart.tryAgain')}
        </button>
      </div>
    )
  }
  return <div ref={host} className="chart-canvas" role="img" aria-label={label} style={{ height }} />
}

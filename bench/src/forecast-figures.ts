import { existsSync } from 'node:fs'
import { forecastSeries } from '@eot/server/features/forecast/series/forecast-series'
import { seriesModels } from '@eot/server/features/forecast/series/models'
import { repeatLast, seasonalNaive } from '@eot/server/features/forecast/series/seasonal-naive'
import type { SeriesModel } from '@eot/server/features/forecast/series/series-model'
import { measureAlertForecast } from './alert-forecast-figures.ts'
import { loadAugurs } from './augurs-model.ts'
import { type Figure, msFigure } from './figure.ts'
import { type Accuracy, accuracyOf, coverageOf, meanOf } from './forecast-accuracy.ts'
import { type HeldOut, readBuilding, readM4 } from './recorded-series.ts'
import { quantile, round } from './statistics.ts'

/** Measures forecasts of alerts and, if FORECAST_DATA names the folder of the recorded series, of sensors. */
export async function measureForecast(isQuick: boolean): Promise<Figure[]> {
  const folder = process.env.FORECAST_DATA
  const alerts = measureAlertForecast(isQuick)
  if (folder === undefined || !existsSync(folder)) {
    console.error('without FORECAST_DATA, only the forecast of alerts is measured')
    return alerts
  }
  return [...alerts, ...(await measureM4(readM4(folder), isQuick)), measureBuilding(readBuilding(folder))]
}

const yesterday = repeatLast('Yesterday', () => 24)

async function measureM4(all: readonly HeldOut[], isQuick: boolean): Promise<Figure[]> {
  const series = all.filter((_, index) => !isQuick || index % 6 === 0)
  const models = [yesterday, ...seriesModels, await loadAugurs()]
  const rows: [string, Accuracy[]][] = models.map((model) => [
    model.name,
    series.map((one) => score(model, one)),
  ])
  const chosen: Accuracy[] = []
  const milliseconds: number[] = []
  const [wide, half]: [number[], number[]] = [[], []]
  for (const one of series) {
    const before = process.cpuUsage()
    const { point, bands } = forecastSeries(one.history, one.held.length)
    const { user, system } = process.cpuUsage(before)
    milliseconds.push((user + system) / 1000)
    chosen.push(accuracyOf(one, point))
    wide.push(coverageOf(one.held, bands.low80, bands.high80))
    half.push(coverageOf(one.held, bands.low50, bands.high50))
  }
  rows.push(['chosen by back-test', chosen])
  const means = rows.map(([name, scores]) => ({
    name,
    smape: meanOf(scores.map(({ smape }) => smape)),
    mase: meanOf(scores.map(({ mase }) => mase)),
  }))
  console.error(`M4-Hourly, ${series.length} series: sMAPE and MASE of the 48 hours held out`)
  for (const { name, smape, mase } of means)
    console.error(`  ${name.padEnd(20)} ${smape.toFixed(2).padStart(6)} ${mase.toFixed(3).padStart(7)}`)
  const details = Object.fromEntries(
    means.map(({ name, smape, mase }) => [name, `${round(smape, 2)} / ${round(mase, 3)}`]),
  )
  const { smape, mase } = means.at(-1) ?? { smape: Number.NaN, mase: Number.NaN }
  const covered = 100 * meanOf(wide)
  const plain = { yardstick: null, better: 'less', details: {} } as const
  return [
    {
      ...plain,
      key: 'forecast-smape',
      title: 'M4-Hourly, sMAPE of the chosen model',
      unit: '%',
      value: round(smape, 2),
      score: round(smape, 2),
      goal: 11.5,
      floor: 13.91,
      details,
    },
    {
      ...plain,
      key: 'forecast-mase',
      title: 'M4-Hourly, MASE of the chosen model',
      unit: '',
      value: round(mase, 3),
      score: round(mase, 3),
      goal: 0.85,
      floor: 1.19,
    },
    {
      ...plain,
      key: 'forecast-coverage',
      title: 'M4-Hourly, how far the coverage of the 80 % band is from 80',
      unit: '%',
      value: round(Math.abs(covered - 80), 1),
      score: round(Math.abs(covered - 80), 1),
      goal: 5,
      floor: 10,
      details: { covered80: round(covered, 1), covered50: round(100 * meanOf(half), 1) },
    },
    msFigure({
      key: 'forecast-time',
      title: 'CPU time of a series with its back-test, 95th percentile',
      value: round(quantile(milliseconds, 0.95), 1),
      goal: 100,
      floor: 200,
      details: { median: round(quantile(milliseconds, 0.5), 1), most: round(Math.max(...milliseconds), 1) },
    }),
  ]
}

const score = (model: SeriesModel, one: HeldOut) =>
  accuracyOf(one, model.fit(one.history)(one.history, one.held.length))

/** Measures the mean absolute error of each kind, divided by that of the simple rule. The worst kind counts. */
function measureBuilding(series: readonly HeldOut[]): Figure {
  const kinds = Map.groupBy(series, ({ name }) => name.split(' ')[0] ?? '')
  const ratios = [...kinds].map(([kind, ofKind]) => {
    let [ours, simple] = [0, 0]
    for (const { history, held } of ofKind) {
      const { point } = forecastSeries(history, held.length)
      const naive = seasonalNaive.fit(history)(history, held.length)
      for (const [hour, value] of held.entries()) {
        ours += Math.abs(value - (point[hour] ?? 0))
        simple += Math.abs(value - (naive[hour] ?? 0))
      }
    }
    return [kind, round(ours / simple, 3)] as const
  })
  const worst = Math.max(...ratios.map(([, ratio]) => ratio))
  return {
    key: 'forecast-building',
    title: 'rooms of a building, error compared with seasonal naive, worst kind',
    unit: '×',
    value: worst,
    yardstick: null,
    score: worst,
    goal: 1,
    floor: 1.05,
    better: 'less',
    details: Object.fromEntries(ratios),
  }
}

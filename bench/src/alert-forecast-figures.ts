import { type ReplayedForecasts, replayForecasts, simulateAlerts } from '@eot/server/test/simulated-alerts'
import type { Figure } from './figure.ts'
import { round } from './statistics.ts'

const days = 365
/** The first day with three weeks of history. */
const firstDay = 21

/** Forecasts every day of simulated years from the days before it. The seeds differ from those the model was built with. */
export function measureAlertForecast(isQuick: boolean): Figure[] {
  const seeds = isQuick ? [101] : [101, 102, 103, 104]
  const years = seeds.map((seed) => replayForecasts(simulateAlerts(days, seed), { from: firstDay, step: 1 }))
  const sums = (of: keyof ReplayedForecasts) => years.reduce((sum, year) => sum + year[of], 0)
  const covered = (100 * sums('inside80')) / sums('days')
  const ratio = sums('deviance') / sums('lastWeek')
  const plain = { unit: '', yardstick: null, better: 'less' } as const
  return [
    {
      ...plain,
      key: 'forecast-alerts-coverage',
      title: 'alerts of open days, how far the coverage of the 80 % range is from 80',
      unit: '%',
      value: round(Math.abs(covered - 80), 1),
      score: round(Math.abs(covered - 80), 1),
      goal: 4,
      floor: 8,
      details: {
        covered80: round(covered, 1),
        covered50: round((100 * sums('inside50')) / sums('days'), 1),
        weeksCovered80: round((100 * sums('weeksInside')) / sums('weeks'), 1),
        days: sums('days'),
      },
    },
    {
      ...plain,
      key: 'forecast-alerts-deviance',
      title: 'alerts by hour, Poisson deviance compared with the counts of last week',
      unit: '×',
      value: round(ratio, 3),
      score: round(ratio, 3),
      goal: 0.6,
      floor: 1,
      details: {
        ours: round(sums('deviance'), 0),
        lastWeek: round(sums('lastWeek'), 0),
        knownIntensity: round(sums('known'), 0),
      },
    },
  ]
}

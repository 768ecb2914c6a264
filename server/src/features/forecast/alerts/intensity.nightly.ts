import { expect, test } from 'vitest'
import { type ReplayedForecasts, replayForecasts, simulateAlerts } from '../../../../test/simulated-alerts.ts'

test('over four simulated years with a known intensity, the 80 % range of a day covers 76 to 84 %, with less deviance than last week', () => {
  const sum = (all: ReplayedForecasts[], of: (one: ReplayedForecasts) => number) =>
    all.reduce((total, one) => total + of(one), 0)
  const years = [101, 102, 103, 104].map((seed) =>
    replayForecasts(simulateAlerts(365, seed), { from: 21, step: 1 }),
  )
  const covered = sum(years, ({ inside80 }) => inside80) / sum(years, ({ days }) => days)
  expect(covered).toBeGreaterThan(0.76)
  expect(covered).toBeLessThan(0.84)
  const weeks = sum(years, ({ weeksInside }) => weeksInside) / sum(years, ({ weeks }) => weeks)
  expect(weeks).toBeGreaterThan(0.74)
  expect(weeks).toBeLessThan(0.88)
  expect(sum(years, ({ deviance }) => deviance)).toBeLessThan(0.5 * sum(years, ({ lastWeek }) => lastWeek))
}, 120_000)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dissatisfiedAt, predictedDissatisfied, predictedMeanVote, type Room } from './thermal-comfort.ts'

/**
 * ISO 7730:2005, table D.1, without its seventh row: it prints a vote of 0.50 for 23.5 °C, 0.1 m/s, 40 %RH, 1.2 met and 1 clo,
 * where the program of the same annex gives 0.36.
 */
const iso7730 = [
  [22.0, 22.0, 0.1, 60, 1.2, 0.5, -0.75, 17],
  [27.0, 27.0, 0.1, 60, 1.2, 0.5, 0.77, 17],
  [27.0, 27.0, 0.3, 60, 1.2, 0.5, 0.44, 9],
  [23.5, 25.5, 0.1, 60, 1.2, 0.5, -0.01, 5],
  [23.5, 25.5, 0.3, 60, 1.2, 0.5, -0.55, 11],
  [19.0, 19.0, 0.1, 40, 1.2, 1.0, -0.6, 13],
  [23.5, 23.5, 0.3, 40, 1.2, 1.0, 0.12, 5],
  [23.0, 21.0, 0.1, 40, 1.2, 1.0, 0.05, 5],
  [23.0, 21.0, 0.3, 40, 1.2, 1.0, -0.16, 6],
  [22.0, 22.0, 0.1, 60, 1.6, 0.5, 0.05, 5],
  [27.0, 27.0, 0.1, 60, 1.6, 0.5, 1.17, 34],
  [27.0, 27.0, 0.3, 60, 1.6, 0.5, 0.95, 24],
] as const

test.each(iso7730)(
  'a room of %d °C, %d °C radiant, %d m/s, humidity %d, %d met and %d clo has a vote of %d, and %d of 100 are dissatisfied',
  (air, radiant, speed, humidity, met, clo, vote, dissatisfied) => {
    const found = predictedMeanVote({ air, radiant, speed, humidity, met, clo })
    expect(Math.abs(found - vote)).toBeLessThan(0.03)
    expect(Math.abs(predictedDissatisfied(found) - dissatisfied)).toBeLessThan(1.5)
  },
)

/** The program of annex D of ISO 7730, line by line, which finds the temperature of the clothing by iteration. */
function annexD({ air: ta, radiant: tr, speed: vel, humidity: rh, met, clo }: Room): number | undefined {
  const fnps = Math.exp(16.6536 - 4030.183 / (ta + 235))
  const pa = rh * 10 * fnps
  const icl = 0.155 * clo
  const m = met * 58.15
  const fcl = icl <= 0.078 ? 1 + 1.29 * icl : 1.05 + 0.645 * icl
  const hcf = 12.1 * Math.sqrt(vel)
  const taa = ta + 273
  const tra = tr + 273
  const tcla = taa + (35.5 - ta) / (3.5 * (6.45 * icl + 0.1))
  const p1 = icl * fcl
  const p2 = p1 * 3.96
  const p3 = p1 * 100
  const p4 = p1 * taa
  const p5 = 308.7 - 0.028 * m + p2 * (tra / 100) ** 4
  let xn = tcla / 100
  let xf = tcla / 50
  let hc = hcf
  for (let n = 0; Math.abs(xn - xf) > 1e-9; n += 1) {
    if (n > 2000) return undefined
    xf = (xf + xn) / 2
    const hcn = 2.38 * Math.abs(100 * xf - taa) ** 0.25
    hc = hcf > hcn ? hcf : hcn
    xn = (p5 + p4 * hc - p2 * xf ** 4) / (100 + p3 * hc)
  }
  const tcl = 100 * xn - 273
  const hl1 = 3.05 * 0.001 * (5733 - 6.99 * m - pa)
  const hl2 = m > 58.15 ? 0.42 * (m - 58.15) : 0
  const hl3 = 1.7 * 0.00001 * m * (5867 - pa)
  const hl4 = 0.0014 * m * (34 - ta)
  const hl5 = 3.96 * fcl * (xn ** 4 - (tra / 100) ** 4)
  const hl6 = fcl * hc * (tcl - ta)
  const ts = 0.303 * Math.exp(-0.036 * m) + 0.028
  return ts * (m - hl1 - hl2 - hl3 - hl4 - hl5 - hl6)
}

test("10,000 random rooms have the votes of the standard's program", () => {
  const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const room = fc.record({
    air: within(10, 35),
    radiant: within(10, 40),
    speed: within(0, 1),
    humidity: within(0, 100),
    met: within(0.8, 4),
    clo: within(0, 2),
  })
  let compared = 0
  fc.assert(
    fc.property(room, (given) => {
      const expected = annexD(given)
      if (expected === undefined) return
      compared += 1
      expect(predictedMeanVote(given)).toBeCloseTo(expected, 4)
    }),
    { numRuns: 10_000 },
  )
  expect(compared).toBeGreaterThan(9900)
})

test('a room is best at 24.5 °C in summer and 22 °C in winter, and worse the further from it', () => {
  const best = (season: 'Summer' | 'Winter') =>
    Array.from({ length: 200 }, (_, n) => 15 + n / 10).reduce((a, b) =>
      dissatisfiedAt(b, 50, season) < dissatisfiedAt(a, 50, season) ? b : a,
    )
  expect(Math.abs(best('Summer') - 24.5)).toBeLessThan(0.6)
  expect(Math.abs(best('Winter') - 22)).toBeLessThan(0.6)
  expect(dissatisfiedAt(40, null, 'Summer')).toBeGreaterThan(95)
})

import { sensorKinds } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { sparkScale } from './spark-scale.ts'

test('every kind has a least span, above the last digit that is shown and within what is possible', () => {
  for (const { key, decimals, min, max } of sensorKinds) {
    const { leastRange, least } = sparkScale(key)
    expect(leastRange, key).toBeGreaterThanOrEqual(key === 'tamper' ? 1 : 5 * 10 ** -decimals)
    expect(leastRange, key).toBeLessThanOrEqual(max - min)
    expect(least, key).toBe(min)
  }
})

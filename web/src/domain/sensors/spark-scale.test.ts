import { sensorKinds } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { sparkScale } from './spark-scale.ts'

test('every kind has a minimum span larger than the last digit shown and within the possible range', () => {
  for (const { key, decimals, min, max } of sensorKinds) {
    const { leastRange, least } = sparkScale(key)
    expect(leastRange, key).toBeGreaterThanOrEqual(key === 'tamper' ? 1 : 5 * 10 ** -decimals)
    expect(leastRange, key).toBeLessThanOrEqual(max - min)
    expect(least, key).toBe(min)
  }
})

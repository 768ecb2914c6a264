import { weather } from '@eot/contract/weather'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, runJobs, signIn } = await testApp()

test('without a service there is no weather, no error and nothing to do', async () => {
  const site = await make.site({
    city: 'Northfield',
    latitude: 44,
    longitude: -93,
    time_zone: 'America/Chicago',
  })
  const as = await signIn({ site })
  const { status, data } = await call(weather.get, {}, { as })
  expect(status).toBe(200)
  expect(data).toEqual({
    State: 'Off',
    TimeZone: 'America/Chicago',
    Place: null,
    Current: null,
    Hours: [],
    Days: [],
    UpdatedAt: null,
    IsStale: false,
    IsRefreshing: false,
    Attribution: null,
  })
  await runJobs()
  const history = await call(weather.history, {}, { as })
  expect(history.data.Series.map(({ Points }) => Points)).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { parseForecastSearch } from '../features/forecast/forecast-search.ts'
import { ratingPages } from '../features/ratings/routes.ts'
import { parseReportSearch } from '../features/reports/report-search.ts'
import { parseRoomsSearch } from '../features/sensors/rooms/rooms-search.ts'

test.each([
  ['of ratings', ratingPages[0].search, { type: 'foo' }],
  ['of the forecast', parseForecastSearch, { type: 'foo', sensor: 'bar', deviceId: 7 }],
  ['of reports', parseReportSearch, { day: 'today', report: 'x' }],
  ['of rooms', parseRoomsSearch, { sensor: 'foo', view: 'list', compare: 'all' }],
])(
  'an address %s with invalid values is read as one without, and no value is left in it',
  (_, read, given) => {
    // Every key is set, since for a missing one the router would keep the value of the address.
    expect(read(given)).toStrictEqual(Object.fromEntries(Object.keys(given).map((key) => [key, undefined])))
  },
)

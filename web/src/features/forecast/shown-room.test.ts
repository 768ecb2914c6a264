import { expect, test } from 'vitest'
import { parseForecastSearch } from './forecast-search.ts'
import { shownRoom } from './shown-room.ts'

const [gym, lab, other] = ['a', 'b', 'c'].map((digit) => `0199${digit}000-0000-7000-a000-000000000001`)
const rooms = [gym, lab].map((Id) => ({ Device: { Id: Id ?? '', Name: 'Room' } }))
const shownBy = (deviceId: unknown) => shownRoom(rooms, parseForecastSearch({ deviceId }).deviceId)?.Device.Id

test.each([
  ['the room that it names', lab, lab],
  ['the room that it names in capitals', lab?.toUpperCase(), lab],
  ['the first room if it names none', undefined, gym],
  ['the first room if it names none correctly', 'lab', gym],
  ['no room rather than another one', other, undefined],
])('the address of the forecast shows %s', (_what, deviceId, shown) => {
  expect(shownBy(deviceId)).toBe(shown)
})

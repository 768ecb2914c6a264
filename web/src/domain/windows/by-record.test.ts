import { expect, test } from 'vitest'
import { byRecord, type RecordWindow } from './by-record.ts'

const window = (
  name: string,
  DayOfWeek: number,
  StartTime: number,
  EndTime: number,
  FromDayBefore = false,
): RecordWindow => ({
  DayOfWeek,
  StartTime,
  EndTime,
  FromDayBefore,
  Record: { Id: name, Name: name },
  Site: { Id: 'site', Name: 'Gym' },
  PausedUntil: null,
})

test('windows are grouped by record, sorted by name', () => {
  const rows = byRecord([
    window('Nights', 1, 20, 24),
    window('Days', 1, 7, 19),
    window('Nights', 2, 0, 6, true),
  ])
  expect(rows.map(({ name, site, parts }) => [name, site, parts.length])).toEqual([
    ['Days', 'Gym', 1],
    ['Nights', 'Gym', 2],
  ])
})

test('only an evening that is followed by a morning continues past midnight', () => {
  const overnight = byRecord([window('Nights', 6, 20, 24), window('Nights', 0, 0, 6, true)])
  expect(overnight[0]?.parts.map(({ runsOn }) => runsOn)).toEqual([true, false])
  const evening = byRecord([window('Evenings', 6, 20, 24), window('Evenings', 0, 20, 24)])
  expect(evening[0]?.parts.map(({ runsOn }) => runsOn)).toEqual([false, false])
})

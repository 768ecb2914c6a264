import type { Report } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { addDays, dayAt } from './report-period.ts'

const { call, clock, make, runJobs, signIn } = await testApp()
const timeZone = 'America/Chicago'
const site = await make.site({ time_zone: timeZone })
const as = await signIn({ site })
const dayBefore = (days: number) => addDays(dayAt(clock().getTime(), timeZone), -days)

const noteOf = ({ Sections }: Report, key: string) =>
  Sections.flatMap(({ Blocks }) => Blocks).flatMap((block) =>
    block.Kind === 'Table' && block.Key === key ? [block.Note] : [],
  )[0]

/** Returns the notes of the report of a day, viewed and made by the job. */
async function notesOf(day: string) {
  const params = { id: site.id }
  const query = { type: 'Custom' as const, day, sections: ['Quality' as const, 'Forecast' as const] }
  const { data: viewed } = await call(reports.view, { params, query }, { as })
  const { data: made } = await call(reports.create, { params, body: { Day: day, LastDay: day } }, { as })
  await runJobs()
  const { data: stored } = await call(reports.read, { params: { id: made.Id } }, { as })
  for (const key of ['rejected', 'forecast']) expect(noteOf(stored, key)).toBe(noteOf(viewed, key))
  return [noteOf(viewed, 'rejected'), noteOf(viewed, 'forecast')]
}

const noForecast = 'No day of this period was forecast. A site is forecast once it has three weeks of data.'

test('a report states whether rejected messages and forecasts of its period have been deleted', async () => {
  expect(await notesOf(dayBefore(28))).toEqual(['No rejected message of this period is stored.', noForecast])
  const rejected = 'Rejected messages are kept for 30 days; earlier ones are not counted.'
  expect(await notesOf(dayBefore(32))).toEqual([rejected, noForecast])
  expect(await notesOf(dayBefore(88))).toEqual([rejected, noForecast])
  const old = dayBefore(92)
  expect(await notesOf(old)).toEqual([
    rejected,
    'Forecasts are kept for 90 days; earlier ones are not listed.',
  ])
  await call(users.update, { params: { id: as.user.id }, body: { Settings: { Language: 'es' } } }, { as })
  expect(await notesOf(old)).toEqual([
    'Los mensajes rechazados se conservan 30 días; los anteriores no se cuentan.',
    'Los pronósticos se conservan 90 días; los anteriores no aparecen.',
  ])
})

import { reports } from '@eot/contract/reports'
import { describe, expect, test } from 'vitest'
import { chicago } from '../../../test/campus-with-alerts.ts'
import type { MadeDevice } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { rateDue } from '../ratings/index.ts'

const { advance, call, clock, db, ingest, make, signIn } = await testApp()
// A Monday, 10:00 AM in Chicago.
advance(Date.parse('2026-11-09T10:00:00-06:00') - clock().getTime())

async function school(created_at = new Date('2025-01-01')) {
  const site = await make.site({ time_zone: chicago })
  await db.updateTable('site').set({ created_at }).where('id', '=', site.id).execute()
  const room = await make.device({ site })
  const as = await signIn({ site, settings: JSON.stringify({ Clock: '24h' }) as never }) // stored as it is
  const view = async (query: object) => {
    const request = { params: { id: site.id }, query } as const
    const { status, data, text } = await call(reports.view, request as never, { as })
    if (status !== 200) throw new Error(text)
    const blocks = data.Sections.flatMap(({ Blocks }) => Blocks)
    return {
      headline: data.Headline,
      meaning: blocks.find(({ Kind }) => Kind === 'Text'),
      note: (key: string) =>
        blocks
          .flatMap((block) => (block.Kind === 'Figures' ? block.Items : []))
          .find(({ Key }) => Key === key)?.Note,
      rows: (key: string) =>
        blocks
          .flatMap((block) => (block.Kind === 'Table' && block.Key === key ? block.Rows : []))
          .map((row) => row.map(({ Text }) => Text)),
    }
  }
  return { site, room, as, view }
}

async function raise(device: MadeDevice, times: number, at: string) {
  for (let n = 0; n < times; n++) {
    const start = Date.parse(at) + n * 20_000
    const ended_at = new Date(start + 10_000)
    await make.alert({ device, type: 'Vape', started_at: new Date(start), ended_at })
  }
}

describe('a period that is not over is compared with as much of the one before', () => {
  test.each([
    ['Pdf-Weekly', '2026-11-09', '2026-11-02', 'the same part of the week before'],
    ['Pdf-Monthly', '2026-11-09', '2026-10-09', 'the same part of the month before'],
    ['Custom', '2026-11-09', '2026-11-08', 'the same part of the days before'],
  ])('%s', async (type, day, dayBefore, words) => {
    const { room, view } = await school()
    await raise(room, 3, `${day}T08:00:00-06:00`)
    await raise(room, 2, `${dayBefore}T08:30:00-06:00`)
    await raise(room, 40, `${dayBefore}T13:00:00-06:00`)
    const report = await view({ type, day, sections: ['Summary', 'Types', 'Sites'] })
    expect(report.note('Alerts')).toBe(`2 ${words}`)
    expect(report.meaning).toMatchObject({
      Text: `+1 compared with ${words}. Chance alone explains such a difference in about 1 of 2 periods, so it says little.`,
    })
    for (const table of ['types', 'sites'])
      expect(report.rows(table).map((row) => row.slice(1, 4))).toEqual([['3', '2', '+1']])
    expect(report.headline).toBe(`3 alerts, 1 more than ${words}`)
  })
})

test('an unfinished month is compared up to the same time of day, although clocks have changed in it', async () => {
  const { room, view } = await school()
  await raise(room, 3, '2026-11-09T08:00:00-06:00')
  await raise(room, 2, '2026-10-09T09:45:00-05:00')
  await raise(room, 40, '2026-10-09T10:30:00-05:00')
  const report = await view({ type: 'Pdf-Monthly', day: '2026-11-09', sections: ['Summary'] })
  expect(report.note('Alerts')).toBe('2 the same part of the month before')
})

test('the scores of an unfinished week are compared with those of the days that were over a week before', async () => {
  const { site, view } = await school()
  const settings = JSON.stringify({ ReportInterval: 1200 }) as never // stored as it is
  const room = await make.device({ site, settings })
  const start = Date.parse('2026-11-01T00:00:00-05:00')
  const samples = Array.from({ length: 3 * 72 }, (_, n) => ({
    at: start + n * 1_200_000,
    readings: { ECO2: 600 + (n % 7) * 60, temperature: 20 },
  }))
  await sendSamples(ingest, room.mac, samples)
  await rateDue(db, Date.now() + 60_000)
  const noteIn = async (day: string) =>
    (await view({ type: 'Pdf-Weekly', day, sections: ['Ratings'] })).note('AirQuality')
  expect(await noteIn('2026-11-02')).toMatch(/^\d+ the week before$/)
  // On a Monday, no day is over.
  expect(await noteIn('2026-11-09')).toBe(undefined)
})

test('a month is compared with a shorter one by their lengths', async () => {
  const { room, view } = await school()
  await raise(room, 40, '2026-02-10T10:00:00-06:00')
  await raise(room, 62, '2026-03-10T10:00:00-05:00')
  const report = await view({ type: 'Pdf-Monthly', day: '2026-03-10', sections: ['Summary'] })
  expect(report.meaning).toMatchObject({
    Text: '+22 compared with the month before. Chance alone explains such a difference in about 1 of 9 periods, so it says little.',
  })
})

test('usual are eight whole weeks by the calendar, also when clocks have changed in them', async () => {
  const { room, view } = await school()
  for (const day of ['01-19', '01-26', '02-02', '02-09', '02-16', '02-23', '03-02'])
    await raise(room, 1, `2026-${day}T10:15:00-06:00`)
  // Clocks go forward on 8 March.
  await raise(room, 1, '2026-03-09T10:15:00-05:00')
  await raise(room, 5, '2026-03-16T10:15:00-05:00')
  const report = await view({ type: 'Custom', day: '2026-03-16', sections: ['Unusual'] })
  expect(report.rows('unusual').map((row) => row.slice(0, 3))).toEqual([['Mon 10:00', '5', '1']])
})

test('usual are as many hours of an unfinished month as have begun', async () => {
  const { room, view } = await school()
  for (const day of ['09-07', '09-14', '09-21', '09-28', '10-05', '10-12', '10-19', '10-26'])
    for (const hour of ['08', '12']) await raise(room, 1, `2026-${day}T${hour}:15:00-05:00`)
  // On the second Monday at 10:00, the hour from 8:00 has begun twice this month, and the hour from noon once.
  await raise(room, 4, '2026-11-02T08:15:00-06:00')
  await raise(room, 5, '2026-11-09T08:15:00-06:00')
  await raise(room, 5, '2026-11-02T12:15:00-06:00')
  const report = await view({ type: 'Pdf-Monthly', day: '2026-11-09', sections: ['Unusual'] })
  expect(report.rows('unusual').map((row) => row.slice(0, 3))).toEqual([
    ['Mon 8:00', '9', '2'],
    ['Mon 12:00', '5', '1'],
  ])
})

test('at a new site, usual are only the whole weeks since it was added', async () => {
  const { room, view } = await school(new Date('2026-09-22T12:00:00-05:00'))
  // Twenty days before the week of the report, in its third last week.
  await raise(room, 6, '2026-09-23T10:15:00-05:00')
  await raise(room, 2, '2026-10-07T10:15:00-05:00')
  await raise(room, 5, '2026-10-14T10:15:00-05:00')
  const report = await view({ type: 'Pdf-Weekly', day: '2026-10-14', sections: ['Unusual'] })
  expect(report.rows('unusual').map((row) => row.slice(0, 3))).toEqual([['Wed 10:00', '5', '1']])
})

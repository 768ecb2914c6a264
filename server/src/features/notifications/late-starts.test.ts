import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { sendSamples } from '../../../test/send-samples.ts'

test('people are notified of an alert raised by late readings after two and a half minutes if it still lasts', async () => {
  const { room, run, subjects, time, vape, wait } = await notifiedSchool()
  await vape(room, time.now - 16 * minute)
  await run()
  expect(subjects()).toEqual([])
  await wait(150)
  expect(subjects()).toEqual(['Vape in Restroom 2F, Lincoln High: 90, level 50'])
})

test('nobody is notified of an alert that started and ended in late readings', async () => {
  const { ingest, room, run, statuses, subjects, time, wait } = await notifiedSchool()
  const from = time.now - 40 * minute
  await sendSamples(
    ingest,
    room.mac,
    Array.from({ length: 20 }, (_, n) => ({
      at: from + n * minute,
      readings: { vape: n > 0 && n < 10 ? 90 : 0 },
    })),
  )
  await run()
  await wait(600, 60)
  expect(subjects()).toEqual([])
  expect(await statuses()).toEqual(['AlertStarted Late', 'AlertEnded StartNotTold'])
})

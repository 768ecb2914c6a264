import { rules } from '@eot/contract/rules'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, signIn } = await testApp()
const vape = (value: number) => ({ readings: { vape: value } })

describe('the suggestion of a level', () => {
  const minute = 60_000

  /** Creates short alerts with these peaks, a quarter of an hour apart, each with a disposition. */
  async function judged(peaks: readonly [peak: number, disposition: string | null][]) {
    const site = await make.site()
    const device = await make.device({ site, name: 'Lab' })
    const as = await signIn({ site, role: 'Site Manager' })
    const start = Date.now() - (peaks.length + 1) * 15 * minute
    const samples = peaks.flatMap(([peak], index) =>
      [5, peak, 5].map((value, n) => ({ ...vape(value), at: start + index * 15 * minute + n * minute })),
    )
    await sendSamples(ingest, device.mac, samples)
    await sendSamples(ingest, device.mac, [{ ...vape(5), at: Date.now() }])
    for (const [peak, disposition] of peaks)
      await db
        .updateTable('alert')
        .set({ disposition })
        .where('device_id', '=', device.id)
        .where('peak', '=', peak)
        .execute()
    const ask = (who = as) => call(rules.suggestion, { params: { id: device.id, type: 'Vape' } }, { as: who })
    return { ask, device }
  }

  test('does not count alerts of sites that the caller may not see, such as those of a former customer', async () => {
    const { ask, device } = await judged([
      [52, 'False'],
      [55, 'False'],
      [57, 'False'],
    ])
    expect((await ask()).data.Suggestion).toMatchObject({ Alerts: 3 })
    const next = await make.site()
    await db.updateTable('device').set({ site_id: next.id }).where('id', '=', device.id).execute()
    expect((await ask(await signIn({ site: next, role: 'Site Manager' }))).data.Suggestion).toBeNull()
  })

  test('lies just beyond the false alarms, and shows what it would have missed', async () => {
    const { ask } = await judged([
      [52, 'False'],
      [55, null],
      [57, 'False'],
      [58, 'False'],
      [61, 'False'],
      [80, 'Real'],
    ])
    expect((await ask()).data.Suggestion).toEqual({
      RaiseLevel: 62,
      Alerts: 6,
      False: 4,
      FalseAvoided: 4,
      Missed: 1,
    })
  })

  test('never misses a real alert, and needs three false alarms', async () => {
    const below = await judged([
      [52, 'False'],
      [53, 'Real'],
      [57, 'False'],
      [58, 'False'],
      [61, 'False'],
    ])
    expect((await below.ask()).data.Suggestion).toBeNull()
    const few = await judged([
      [52, 'False'],
      [57, 'False'],
    ])
    expect((await few.ask()).data.Suggestion).toBeNull()
  })
})

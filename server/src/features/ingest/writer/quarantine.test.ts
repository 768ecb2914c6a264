import { expect, test } from 'vitest'
import { testIngest } from '../../../../test/test-ingest.ts'
import { refusedInput } from '../intake/intake.ts'
import { Submission } from './input.ts'
import { toRows, type UnknownSenders } from './quarantine.queries.ts'

const start = Date.UTC(2026, 10, 20, 9)
const nobody = (): UnknownSenders => ({ minute: '', macs: new Set() })
const submission = new Submission(() => undefined)
const stranger = (mac: string, at = start) =>
  refusedInput({ device: null, mac, channel: 'http', submission }, { reason: 'unknown device' }, 'x', at)

test('a row that represents many senders is shown to none of their sites', async () => {
  const { ingest, make } = await testIngest(start)
  const site = await make.site()
  const made = await make.device({ site })
  const device = await ingest.intake.directory.findByMac(made.mac)
  if (!device) throw new Error('it was just made')
  const refused = (mac: string | null) =>
    refusedInput(
      { device: mac === null ? device : null, mac, channel: 'http', submission },
      { reason: 'wrong key' },
      'x',
      start,
    )
  const own = [refused(null), refused(null)]
  expect(toRows(own, nobody())).toMatchObject([
    { mac: made.mac, device_id: made.id, site_id: site.id, count: 2 },
  ])
  const crowd = Array.from({ length: 200 }, (_, index) => refused(`sender ${index}`))
  expect(toRows([...crowd, ...own, refused('one more')], nobody()).slice(200)).toMatchObject([
    { mac: '(others)', device_id: null, site_id: null, count: 3 },
  ])
})

test('up to a thousand unknown senders per minute get their own row, and the rest share one', () => {
  const seen = nobody()
  const rowsOf = (batch: number, at = start) =>
    toRows(
      Array.from({ length: 100 }, (_, index) => stranger(`${batch}/${index}`, at)),
      seen,
    )
  for (let batch = 0; batch < 10; batch += 1) expect(rowsOf(batch)).toHaveLength(100)
  expect(rowsOf(10)).toMatchObject([{ mac: '(others)', count: 100 }])
  expect(rowsOf(3)).toHaveLength(100)
  expect(rowsOf(10, start + 60_000)).toHaveLength(100)
})

test('senders that differ only in unprintable characters share a row', () => {
  expect(toRows([stranger('a\u0000'), stranger('a\u0001')], nobody())).toMatchObject([
    { mac: 'a·', count: 2 },
  ])
})

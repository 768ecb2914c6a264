import { expect, test } from 'vitest'
import { testIngest } from '../../../test/test-ingest.ts'
import { Submission } from './input.ts'
import { refusedInput } from './intake.ts'
import { toRows } from './quarantine.queries.ts'

const start = Date.UTC(2026, 10, 20, 9)

test('what stands for many senders is shown to none of their sites', async () => {
  const { ingest, make } = await testIngest(start)
  const site = await make.site()
  const made = await make.device({ site })
  const device = await ingest.intake.directory.findByMac(made.mac)
  if (!device) throw new Error('it was just made')
  const submission = new Submission(() => undefined)
  const refused = (mac: string | null) =>
    refusedInput(
      { device: mac === null ? device : null, mac, channel: 'http', submission },
      'wrong key',
      'x',
      start,
    )
  const own = [refused(null), refused(null)]
  expect(toRows(own)).toMatchObject([{ mac: made.mac, device_id: made.id, site_id: site.id, count: 2 }])
  const crowd = Array.from({ length: 200 }, (_, index) => refused(`sender ${index}`))
  expect(toRows([...crowd, ...own, refused('one more')]).slice(200)).toMatchObject([
    { mac: '(others)', device_id: null, site_id: null, count: 3 },
  ])
})

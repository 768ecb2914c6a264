import { describe, expect, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { takeAndWait } from '../mqtt/mqtt-intake.ts'

const start = Date.UTC(2026, 10, 20, 12)

/** Makes the database reject a firmware named poison, and numbers the transactions that write states. */
async function poisonable(): Promise<TestIngest> {
  const app = await testIngest(start)
  await app.pool.query(`
    create sequence write_number;
    create table write (device_no integer, number bigint);
    create function check_state() returns trigger language plpgsql as $$
    begin
      if new.firmware = 'poison' then raise exception 'poison' using errcode = '22P05'; end if;
      insert into write values (new.device_no, currval('write_number'));
      return new;
    end $$;
    create trigger check_state before update on device_state for each row execute function check_state();
    create function number_write() returns trigger language plpgsql as $$
    begin
      perform nextval('write_number'); -- also of what is rolled back
      return null;
    end $$;
    create trigger number_write before update on device_state for each statement execute function number_write()`)
  return app
}

async function entryOf({ ingest }: TestIngest, { mac }: MadeDevice): Promise<DeviceEntry> {
  const device = await ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error('there is no such device')
  return device
}

function takeStatus({ ingest }: TestIngest, device: DeviceEntry, version: string): Promise<unknown> {
  const payload = Buffer.from(JSON.stringify({ version }))
  return takeAndWait(ingest.intake, { device, name: 'status', payload })
}

const sendStatus = async (app: TestIngest, device: MadeDevice, version: string) =>
  takeStatus(app, await entryOf(app, device), version)

async function refusals({ pool }: TestIngest) {
  const { rows } = await pool.query(
    'select mac, reason, sum(count)::int as count from quarantine group by mac, reason order by mac',
  )
  return rows
}

describe('an input that the database refuses', () => {
  test('is quarantined and acknowledged, and its neighbors in the batch are stored', async () => {
    const app = await poisonable()
    const [bad, good] = [await app.make.device(), await app.make.device()]
    // Two lookups at a time may end in any order, and the last firmware of two messages in a batch is stored.
    const sender = await entryOf(app, bad)
    await Promise.all([
      takeStatus(app, sender, '1.0'),
      takeStatus(app, sender, 'poison'),
      sendSamples(app.ingest, good.mac, [{ at: start, readings: { noise: 41 } }]),
    ])
    expect(await refusals(app)).toEqual([{ mac: bad.mac, reason: 'cannot be stored', count: 1 }])
    const { rows } = await app.pool.query('select firmware from device_state where device_no = $1', [bad.no])
    expect(rows).toEqual([{ firmware: '1.0' }])
    const stored = await app.pool.query('select noise from reading where device_no = $1', [good.no])
    expect(stored.rows).toEqual([{ noise: 41 }])
  })

  test('does not block later messages of its sender', async () => {
    const app = await poisonable()
    const device = await app.make.device()
    await sendStatus(app, device, 'poison')
    await sendSamples(app.ingest, device.mac, [{ at: start, readings: { noise: 41 } }])
    app.time.now += 120_000
    await sendSamples(app.ingest, device.mac, [{ at: start + 120_000, readings: { noise: 42 } }])
    const { rows } = await app.pool.query('select noise from reading order by at')
    expect(rows).toEqual([{ noise: 41 }, { noise: 42 }])
  })
})

test('five devices that send only invalid data delay another device by one transaction between two of its own', async () => {
  const app = await poisonable()
  const good = await app.make.device()
  const bad = await Promise.all(Array.from({ length: 5 }, () => app.make.device()))
  await Promise.all(bad.map((device) => sendStatus(app, device, 'poison')))

  let settled = 0
  const poison = bad.flatMap((device) =>
    Array.from({ length: 50 }, () =>
      sendStatus(app, device, 'poison').then(() => {
        settled += 1
      }),
    ),
  )
  // Each is sent after the response to the previous one, without a pause.
  for (let n = 0; n < 20; n += 1)
    await sendSamples(app.ingest, good.mac, [{ at: start + n, readings: { noise: 41 } }])
  expect(settled, 'the good device finished while poisoned inputs were still waiting').toBeLessThan(250)
  const { rows } = await app.pool.query<{ gap: number }>(
    `select percentile_disc(0.5) within group (order by gap)::int as gap
     from (select number - lag(number) over (order by number) as gap from write where device_no = $1) gaps`,
    [good.no],
  )
  expect(rows).toEqual([{ gap: 2 }])
  await Promise.all(poison)
  expect(await refusals(app)).toEqual(
    bad
      .map(({ mac }) => ({ mac, reason: 'cannot be stored', count: 51 }))
      .sort((a, b) => (a.mac < b.mac ? -1 : 1)),
  )
})

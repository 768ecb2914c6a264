import { sites } from '@eot/contract/sites'
import type pg from 'pg'
import { openProbe } from './acknowledgment-probe.ts'
import { withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { openImports } from './import-steps.ts'
import { round } from './statistics.ts'

const alertTypes = ['Vape', 'ECO2']
const pollMs = 200
const longestMs = 120_000

/**
 * Measures the longest acknowledgment while a file moves 20,000 devices with two open alerts each to another site,
 * until the last of these alerts has ended. The device that waits is one of them.
 */
export async function measureImportMove(isQuick: boolean): Promise<Figure> {
  const count = isQuick ? 2000 : 20_000
  return withProgram(1, async ({ program, ports, portal, siteId, devices, pool }) => {
    const [device] = devices
    if (!device) throw new Error('the move needs a device')
    await portal.call(sites.create, { body: { Name: 'Annex', ParentSite: siteId } })
    await addDevices(pool, siteId, count)
    const { rows } = await pool.query<{ mac: string }>('select mac from device order by no')
    const { post, step } = await openImports({ program, ports, pool })
    let id = ''
    const file = `Mac,Site\n${rows.map(({ mac }) => `${mac},Annex`).join('\n')}\n`
    await step(async () => {
      id = (await post(`/imports?Kind=Devices&SiteId=${siteId}`, file, 'text/csv')).Id
    }, 'Checked')
    const probe = await openProbe(ports.mqtt, device)
    const expected = count * alertTypes.length
    const move = async () => ({
      applied: await step(() => post(`/imports/${id}/apply`, '{}', 'application/json'), 'Done'),
      endedSecondsLater: await waitForEnds(pool, expected),
    })
    const moved = await move().finally(() => probe.stop())
    expectCount('alerts that ended', await countMoved(pool), expected)
    return msFigure({
      key: 'import-move',
      title: `longest acknowledgment while ${count.toLocaleString()} devices with open alerts move by import`,
      value: round(probe.longestMs, 0),
      goal: 1000,
      floor: 3000,
      details: { ...moved, reports: probe.acknowledged },
    })
  })
}

async function addDevices(pool: pg.Pool, siteId: string, count: number): Promise<void> {
  await pool.query(
    `insert into device (id, mac, name, model_id, site_id, key_hash)
     select gen_random_uuid(), upper(regexp_replace('c0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')),
       'Room ' || n, (select id from device_model order by id limit 1), $1, decode(lpad(to_hex(n), 64, '0'), 'hex')
     from generate_series(1, $2) n`,
    [siteId, count],
  )
  // Their report interval is a day, so that they do not count as silent.
  await pool.query(
    `insert into device_state (device_no, last_seen_at, reported_interval, online, online_changed_at)
     select no, now(), 86400, true, now() from device where name like 'Room %' on conflict do nothing`,
  )
  await pool.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, sensor, started_at, value, peak, threshold, raised_at)
     select gen_random_uuid(), type, 'Serious', d.no, d.id, d.name, s.id, s.name, s.path, '[]', s.time_zone, 'vape',
       now(), 80, 92, 60, now()
     from device d join site s on s.id = d.site_id cross join unnest($1::text[]) type where d.name like 'Room %'`,
    [alertTypes],
  )
  await pool.query('vacuum (analyze) device, device_state, alert')
}

/** Waits until the expected number of alerts have ended. Returns the elapsed seconds. */
async function waitForEnds(pool: pg.Pool, expected: number): Promise<number> {
  const startedAt = performance.now()
  while ((await countMoved(pool)) < expected && performance.now() - startedAt < longestMs)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  return round((performance.now() - startedAt) / 1000, 1)
}

async function countMoved(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(
    "select count(*)::int as ended from alert where end_reason = 'Moved'",
  )
  return rows[0]?.ended ?? 0
}

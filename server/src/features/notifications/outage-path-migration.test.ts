import { Kysely, PostgresDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { factories, type MadeDevice, type MadeUser, makeRoot } from '../../../test/factories.ts'
import { installedDatabase } from '../../../test/installed-database.ts'
import { createTestPool } from '../../../test/test-pool.ts'
import type { Database } from '../../database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { createLog } from '../../platform/log.ts'

const hour = 3_600_000

test('after an upgrade, messages about devices of an ongoing outage count as reporting it, at the site that the person sees', async () => {
  const { url } = await installedDatabase('0077_push_outcomes.sql')
  const pool = createTestPool(url, { max: 2, log: createLog('silent') })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  const root = await makeRoot(db)
  const make = factories(db, root, { plain: '', hash: '' })
  const campus = await make.site()
  const east = await make.site({ parent: campus })
  const [ann, eve] = [await make.user({ site: campus }), await make.user({ site: east })]
  const [gym, hall, lab] = [
    await make.device({ site: east }),
    await make.device({ site: east }),
    await make.device({ site: east }),
  ]

  /** Creates an offline alert of a device in an outage of the campus. Returns its id. */
  async function silence(device: MadeDevice, started_at: Date, ended_at: Date | null): Promise<string> {
    const alert = await make.alert({ device, type: 'Offline', started_at, ended_at })
    const outage = { id: uuidv7(), site_id: campus.id, site_path: campus.path, started_at, ended_at }
    await db.insertInto('outage').values(outage).execute()
    await db.insertInto('outage_alert').values({ alert_id: alert.id, outage_id: outage.id }).execute()
    return alert.id
  }

  let seq = 0
  /** Stores that a person was notified of a device. Returns the number of the event. */
  async function tell(
    user: MadeUser,
    device: MadeDevice,
    alertId: string | null,
    status: 'told' | 'suppressed' = 'told',
  ): Promise<number> {
    const at = new Date()
    await db
      .insertInto('notification')
      .values({
        id: uuidv7(),
        event_seq: ++seq,
        kind: alertId === null ? 'DeviceOffline' : 'AlertStarted',
        at,
        site_path: east.path,
        device_id: device.id,
        alert_id: alertId,
        user_id: user.id,
        channel: 'Email',
        subscription_ids: [],
        status,
        ready_at: at,
        created_at: at,
      })
      .execute()
    return seq
  }

  const ago = (hours: number) => new Date(Date.now() - hours * hour)
  const [ongoing, other] = [await silence(gym, ago(1), null), await silence(hall, ago(1), null)]
  const former = await silence(lab, ago(72), ago(70))
  const told = new Map([
    [await tell(ann, gym, ongoing), campus.path],
    [await tell(eve, gym, ongoing), east.path],
    [await tell(ann, hall, null), campus.path],
    [await tell(ann, hall, other, 'suppressed'), null],
    [await tell(ann, lab, former), null],
  ])
  await migrate(url)
  const rows = await db.selectFrom('notification').select(['event_seq', 'outage_path']).execute()
  expect(new Map(rows.map(({ event_seq, outage_path }) => [Number(event_seq), outage_path]))).toEqual(told)
})

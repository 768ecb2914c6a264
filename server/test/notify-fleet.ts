import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../src/database.ts'
import { appendEvents, listEvents, type NewEvent, readEvents } from '../src/features/events/index.ts'
import { findSilent } from '../src/features/ingest/timers/watch-devices.job.ts'
import { notifyFollower } from '../src/features/notifications/index.ts'
import { watchOutages } from '../src/features/outages/index.ts'
import { tellWebhooks } from '../src/features/webhooks/index.ts'
import { executeIn } from '../src/platform/db/execute.queries.ts'
import type { MadeDevice, MadeSite, MadeUser } from './factories.ts'
import { sendSamples } from './send-samples.ts'
import { testIngest } from './test-ingest.ts'

type Terms = Parameters<Awaited<ReturnType<typeof testIngest>>['make']['subscription']>[0]

interface Subscribing extends NonNullable<Terms> {
  site: MadeSite
  users?: readonly MadeUser[]
  lists?: readonly { id: string }[]
  remindUsers?: readonly MadeUser[]
  devices?: readonly MadeDevice[]
  groups?: readonly { id: string }[]
  sites?: readonly MadeSite[]
}

/** Creates devices that report at a time set by the test, subscriptions, and the followers that handle the events. */
export async function notifyFleet(startMs: number) {
  const app = await testIngest(startMs)
  const { db, make, time } = app
  const clock = () => new Date(time.now)
  const followers = [watchOutages, notifyFollower(clock), tellWebhooks(clock)]
  const cursor = { seq: 0 }

  /** Handles the events since the last time, in one batch for each follower. */
  async function follow(): Promise<void> {
    const execute = executeIn(db)
    // The database dates what it stores by its own clock.
    await sql`update event set stored_at = ${clock()} where seq > ${cursor.seq}`.execute(db)
    const events = readEvents(await listEvents(execute, cursor.seq, 100_000))
    cursor.seq = events.at(-1)?.seq ?? cursor.seq
    for (const { handle } of followers) await db.transaction().execute((tx) => handle(tx, events))
  }

  async function report(device: MadeDevice, readings: Record<string, number>, at?: number): Promise<void> {
    await sendSamples(app.ingest, device.mac, [{ ...(at !== undefined && { at }), readings }])
  }

  return {
    ...app,
    clock,
    report,
    follow,
    /** Reports as a room in which someone vapes, and stops. */
    vape: (device: MadeDevice, at?: number) => report(device, { vape: 90 }, at),
    fresh: (device: MadeDevice) => report(device, { vape: 0 }),
    async findSilent() {
      const { intake, writer } = app.ingest
      await findSilent({ pool: app.pool, now: () => time.now, writer, directory: intake.directory }, 0)
    },
    append: (events: readonly NewEvent[]) =>
      db.transaction().execute((tx) => appendEvents(executeIn(tx), events)),
    async subscribe({
      users = [],
      lists = [],
      remindUsers = [],
      devices,
      groups,
      sites,
      ...terms
    }: Subscribing) {
      const isAll = !devices && !groups && !sites
      const { id } = await make.subscription({ all_devices: isAll, ...terms })
      const link = async (
        table: string,
        column: string,
        members: readonly { id: string }[],
        stage?: number,
      ) => {
        for (const member of members)
          await sql`insert into ${sql.table(table)} (subscription_id, ${sql.ref(column)}
              ${stage === undefined ? sql`` : sql`, stage`})
            values (${id}, ${member.id} ${stage === undefined ? sql`` : sql`, ${stage}`})`.execute(db)
      }
      await link('subscription_device', 'device_id', devices ?? [])
      await link('subscription_device_group', 'device_group_id', groups ?? [])
      await link('subscription_site', 'site_id', sites ?? [])
      await link('subscription_user', 'user_id', users, 1)
      await link('subscription_user_list', 'user_list_id', lists, 1)
      await link('subscription_user', 'user_id', remindUsers, 2)
      return id
    },
    told: () => listTold(db),
    /** Handles all events again from the first one. */
    rewind() {
      cursor.seq = 0
    },
  }
}

/** Lists who is told about what, in the order of the events: device, kind, person, and the status and reason unless waiting. */
async function listTold(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .leftJoin('device', 'device.id', 'notification.device_id')
    .leftJoin('alert', 'alert.id', 'notification.alert_id')
    .select(['device.name', 'kind', 'full_name', 'status', 'reason', 'type_key'])
    .orderBy('event_seq')
    .orderBy('kind')
    .orderBy('full_name')
    .execute()
  return rows.map(({ name, kind, full_name, status, reason, type_key }) =>
    [
      full_name,
      type_key === null ? kind : `${type_key} ${kind.replace('Alert', '')}`,
      name,
      ...(status === 'waiting' ? [] : [reason ?? status]),
    ].join(', '),
  )
}

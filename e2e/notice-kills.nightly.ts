import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import { startMailSink } from '@eot/server/test/mail-sink'
import { query } from '@eot/server/test/own-postgres'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { killPostgres } from './src/crash/kill-postgres.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { connectSensor } from './src/sensor-client.ts'
import { type Installation, installProgram } from './src/started-program.ts'

/** `SCALE=0.1` makes a tenth of the notices and kills. */
const scale = Number(process.env.SCALE ?? 1)
const people = Math.ceil(1000 * scale)
const kills = Math.ceil(30 * scale)
/** Emails that one process sends at a time (`deliver-mail.job.ts`). */
const inFlight = 8
/** Slower than a mail server usually is, so that kills come while emails are under way. */
const mailMs = 40

async function onDatabase<T>({ dataDir }: Installation, work: (url: string) => Promise<T>): Promise<T> {
  const database = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/** People with an address of their own, all told of the alerts of the site. */
const addPeople = (place: Installation, siteId: string) =>
  onDatabase(place, async (url) => {
    await query(
      url,
      `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
       select gen_random_uuid(), '${siteId}', (select id from role where name = 'Site Staff'),
         'person' || n || '@host' || n % 20 || '.example', 'Person ' || n, now()
       from generate_series(1, ${people}) n`,
    )
    await query(
      url,
      `with rule as (
         insert into subscription (id, site_id, name, type, all_devices, events, start_hour, end_hour, weekdays)
         values (gen_random_uuid(), '${siteId}', 'All', 'Devices', true, array['AlertStarted'], 0, 24, array_fill(true, array[7]))
         returning id
       )
       insert into subscription_user (subscription_id, stage, user_id)
       select rule.id, 1, app_user.id from rule, app_user where email like 'person%'`,
    )
  })

test(`of ${people} notices under way during ${kills} kills of the program and of PostgreSQL none is lost, and repeats are the same emails`, async () => {
  const seed = chooseSeed()
  tell(`notice kills, SEED=${seed}`)
  const random = seededRandom(seed)
  const sink = await startMailSink({ delayMs: mailMs })
  onTestFinished(sink.stop)
  const place = await installProgram()
  const launch = () => place.start({ SMTP_URL: sink.url, LOG_LEVEL: 'silent' })

  let program = launch()
  const portal = await signInAsAdministrator((await program.ready).http)
  const site = await createSite(portal, { Name: 'Stormy', TimeZone: 'UTC' })
  const [device] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
  if (!device) throw new Error('no device was created')
  await program.stop()
  await addPeople(place, site.id)

  program = launch()
  await program.ready
  const sensor = await connectSensor(`mqtt://127.0.0.1:${place.ports.mqtt}`, device)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()

  const killed = { program: 0, postgres: 0 }
  for (let kill = 0; kill < kills; kill++) {
    // Spread over all emails, at random points.
    const wanted = Math.floor(((kill + random()) / kills) * people * 0.9)
    while (sink.received.length < wanted) await delay(5)
    await delay(random() * 50)
    if (random() < 0.5) {
      killed.program++
      await program.kill()
      program = launch()
    } else {
      killed.postgres++
      await killPostgres(place)
    }
    await program.ready
  }
  tell(`killed: ${JSON.stringify(killed)}`)
  // Emails that a killed process was sending are taken over once its heartbeats are late.
  await expect
    .poll(() => new Set(sink.received.map(({ messageId }) => messageId)).size, { timeout: 600_000 })
    .toBe(people)
  expect(await program.stop()).toBe(0)

  const perReceiver = Map.groupBy(sink.received, ({ receivers: [receiver] }) => receiver)
  expect(perReceiver.size).toBe(people)
  for (const [receiver, mails] of perReceiver)
    expect(new Set(mails.map(({ messageId }) => messageId)).size, `emails to ${receiver}`).toBe(1)
  const repeats = sink.received.length - people
  tell(`${sink.received.length} emails, ${repeats} of them repeats`)
  expect(repeats).toBeLessThanOrEqual(kills * inFlight)
  const outcomes = await onDatabase(place, (url) =>
    query(
      url,
      `select n.status, message.status as message, count(*)::int as count from notification n
       left join message on message.id = n.message_id where n.kind = 'AlertStarted' group by 1, 2`,
    ),
  )
  expect(outcomes).toEqual([{ status: 'told', message: 'sent', count: people }])
})

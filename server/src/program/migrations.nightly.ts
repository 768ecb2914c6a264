import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { launchProgram } from '../../test/child-program.ts'
import { withDatabase } from '../../test/database-url.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Every column, index, constraint, trigger and function as text, except partitions, which depend on the date. */
async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as part
       from information_schema.columns where table_schema = 'public' and table_name !~ '_[0-9]{8}$'
     union all select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_[0-9]{8}$'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(p.oid) from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
     union all select name from kysely_migration order by 1`,
  )
  return rows.map(({ part }) => part)
}

test('after twenty kills during the migrations, the next start completes the database', async () => {
  const { url, template } = inject('testServer')
  const admin = await connect(url)
  const name = `eot_killed_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
  })
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const place = {
    dataDir,
    environment: { DATABASE_URL: withDatabase(url, name) },
  }
  const isAtWork = async () => {
    const text = `select 1 from pg_stat_activity where datname = $1 and backend_xid is not null`
    return (await admin.query(text, [name])).rowCount !== 0
  }
  let kills = 0
  for (let round = 0; round < 20; round++) {
    const program = launchProgram(place)
    const isReady = program.ready.then(() => true)
    const isCaught = vi.waitUntil(isAtWork, { timeout: 60_000, interval: 1 }).then(() => false)
    const finished = await Promise.race([isReady, isCaught])
    await program.kill()
    await isCaught.catch(() => undefined)
    kills += 1
    if (finished) {
      // The migrations finished before the kill: start over with an empty database.
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`create database ${name}`)
    }
  }
  expect(kills).toBe(20)
  const last = launchProgram(place)
  onTestFinished(() => last.kill())
  await last.ready
  const own = await connect(withDatabase(url, name))
  const whole = await connect(withDatabase(url, template))
  expect(await schemaOf(own)).toEqual(await schemaOf(whole))
})

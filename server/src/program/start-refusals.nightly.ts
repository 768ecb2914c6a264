import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../test/child-program.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createSecondFactorSeal } from '../features/auth/index.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog } from '../platform/log.ts'

const replaceSecretKey = fileURLToPath(new URL('./replace-secret-key.ts', import.meta.url))
const parent = await makeTemporaryDirectory()
afterAll(() => rm(parent, { recursive: true }))

async function newDataDir(): Promise<string> {
  const dataDir = join(parent, randomBytes(4).toString('hex'))
  await mkdir(dataDir)
  return dataDir
}

async function testPool() {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 1, log: createLog('silent') })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { url, pool }
}

type Place = Parameters<typeof launchProgram>[0]

/** Returns the output of a program that refuses to start. */
async function refusalOf(place: Place): Promise<string> {
  const program = launchProgram(place)
  onTestFinished(() => program.kill())
  await expect(program.ready).rejects.toThrow('before it was ready')
  expect((await program.ended).code).toBe(1)
  const said = program.said.join('\n')
  expect(said).not.toMatch(/^\s+at |Error:/m)
  expect(program.said).toHaveLength(1)
  return said
}

async function startOnce(place: Place): Promise<void> {
  const program = launchProgram(place)
  onTestFinished(() => program.kill())
  await program.ready
  expect(await program.stop()).toBe(0)
}

test("the program refuses to start with a secret key other than its database's", async () => {
  const dataDir = await newDataDir()
  await startOnce({ dataDir })
  const path = join(dataDir, 'secret.key')
  const right = await readFile(path)
  await writeFile(path, randomBytes(32).toString('base64'))
  expect(await refusalOf({ dataDir })).toBe(
    `the key in ${path} is not the one that this database's secrets are sealed with; restore it from a backup, or see "Replacing the secret key" in docs/operations.md`,
  )
  expect(await refusalOf({ dataDir, environment: { SECRET_KEY: '22'.repeat(32) } })).toMatch(
    /^the key in SECRET_KEY is not the one/,
  )
  await writeFile(path, right)
  await startOnce({ dataDir })
})

test('an operator replaces the secret key with the former one at hand, or says that it is lost', async () => {
  const { url, pool } = await testPool()
  const given = (SECRET_KEY: string) => ({ dataDir: parent, environment: { DATABASE_URL: url, SECRET_KEY } })
  await startOnce(given('11'.repeat(32)))
  const sealed = createSecondFactorSeal(Buffer.alloc(32, 0x11)).seal('factor')
  await pool.query(
    'insert into two_factor (user_id, sealed_secret, last_step, enabled_at) select id, $1, 0, now() from app_user',
    [sealed],
  )
  const replace = async (place: Place, args: string[] = []) => {
    const command = launchProgram({ ...place, script: replaceSecretKey, args })
    const { code } = await command.ended
    await expect.poll(() => command.said).not.toEqual([])
    return { code, said: command.said }
  }
  const second = given('22'.repeat(32))
  await refusalOf(second)
  expect(await replace(second)).toEqual({
    code: 1,
    said: [expect.stringMatching(/^set FORMER_SECRET_KEY .* only if nobody has it anymore, add --lost/)],
  })
  const { environment } = second
  expect(
    await replace({ ...second, environment: { ...environment, FORMER_SECRET_KEY: '11'.repeat(32) } }),
  ).toEqual({
    code: 0,
    said: [
      'the key is replaced: 1 second factors, 0 stored emails and 0 webhook requests are sealed with it',
      'all sessions ended, and 0 recovery codes are removed',
    ],
  })
  await startOnce(second)

  const lost = given('33'.repeat(32))
  expect(await replace(lost, ['--lost'])).toEqual({
    code: 0,
    said: [
      'the key is replaced: 1 second factors and 0 waiting mails are removed',
      'all sessions ended, and 0 recovery codes are removed',
    ],
  })
  await startOnce(lost)
})

test('a corrupt password file of the embedded database prevents the start, and removing it fixes the next one', async () => {
  const dataDir = await newDataDir()
  await startOnce({ dataDir })
  const path = join(dataDir, 'pg-password')
  await writeFile(path, 'guessed')
  expect(await refusalOf({ dataDir })).toBe(
    `the password in ${path} is not that of the embedded database; restore it from a backup, or delete it: the next start makes a new one`,
  )
  await rm(path)
  await startOnce({ dataDir })
})

test('an unreachable database prevents the start, with its address but without its password in the message', async () => {
  const dataDir = await newDataDir()
  const environment = { DATABASE_URL: 'postgres://eot:pa55word@127.0.0.1:1/eot' }
  expect(await refusalOf({ dataDir, environment })).toBe(
    'the database of DATABASE_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1); start it, or correct DATABASE_URL',
  )
})

test('a database that accepts connections but never responds prevents the start', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const environment = { DATABASE_URL: `postgres://eot:pa55word@127.0.0.1:${port}/eot` }
  expect(await refusalOf({ dataDir: await newDataDir(), environment })).toMatch(
    /^the database of DATABASE_URL cannot be reached \(.*timeout.*\); start it, or correct DATABASE_URL$/,
  )
})

test('a user, password or database rejected by PostgreSQL prevents the start', async () => {
  const { url } = await testPool()
  const dataDir = await newDataDir()
  const wrong = new URL(url)
  wrong.password = 'pa55word'
  expect(await refusalOf({ dataDir, environment: { DATABASE_URL: wrong.href } })).toBe(
    'the database refuses the user or password of DATABASE_URL; correct it',
  )
  const missing = new URL(url)
  missing.pathname = '/not_there'
  expect(await refusalOf({ dataDir, environment: { DATABASE_URL: missing.href } })).toBe(
    'the server of DATABASE_URL has no database of that name; create it, or correct DATABASE_URL',
  )
})

test('a read-only database prevents the start', async () => {
  const { url, pool } = await testPool()
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  await pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
  const environment = { DATABASE_URL: url }
  expect(await refusalOf({ dataDir: await newDataDir(), environment })).toBe(
    'the database of DATABASE_URL is read-only; name the primary server, not a standby',
  )
})

test('a database with a newer schema prevents the start and is left unchanged', async () => {
  const { url, pool } = await testPool()
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', 'now')`)
  const environment = { DATABASE_URL: url }
  expect(await refusalOf({ dataDir: await newDataDir(), environment })).toBe(
    'the database was written by a newer version of this program (9999_from_the_future is unknown to this one); start that version, or restore a backup from before the update',
  )
  expect((await pool.query('select 1 from app_user')).rows).toEqual([])
})

test('a data directory that is not a directory prevents the start', async () => {
  const file = join(parent, 'a file')
  await writeFile(file, '')
  expect(await refusalOf({ dataDir: join(file, 'data') })).toBe(
    `the data directory ${join(file, 'data')} cannot be used (ENOTDIR: not a directory); make it writable for this user, or set DATA_DIR to another`,
  )
})

test('a data directory without write permission prevents the start', async () => {
  const dataDir = await newDataDir()
  await chmod(parent, 0o755)
  await chmod(dataDir, 0o555)
  // root can write everywhere, so the program runs as another user.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(dataDir, 65_534, 65_534)
  const asOther = isRoot ? { account: { uid: 65_534, gid: 65_534 } } : {}
  expect(await refusalOf({ dataDir, ...asOther })).toBe(
    `the data directory ${dataDir} cannot be used (EACCES: permission denied); make it writable for this user, or set DATA_DIR to another`,
  )
})

test('the program refuses to start on a database that can lose committed data', async () => {
  const { url, pool } = await testPool()
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  expect(await refusalOf({ dataDir: await newDataDir(), environment: { DATABASE_URL: url } })).toBe(
    'the database can lose what it has confirmed when the power fails, since its setting synchronous_commit is off; turn it on',
  )
})

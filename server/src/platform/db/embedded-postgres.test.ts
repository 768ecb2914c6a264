import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client, Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeTemporaryDirectory } from '../../../test/temporary-directory.ts'
import { createLog } from '../log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findProgram, listProgramsIn } from './running-program.ts'

const isRoot = process.getuid?.() === 0
const program = fileURLToPath(new URL('../../../test/postgres-program.ts', import.meta.url))
const log = createLog('silent')

let dataDir: string
let cleanups: (() => Promise<unknown> | unknown)[]

beforeEach(async () => {
  // Made 0700, so that as root the server's account cannot enter it by its path.
  dataDir = await makeTemporaryDirectory()
  cleanups = []
})

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  await rm(dataDir, { recursive: true })
})

async function start(directory = dataDir) {
  const server = await startEmbeddedPostgres({ dataDir: directory, log })
  cleanups.push(server.stop)
  return server
}

/** Another program that owns the database of the directory; ends with the test. */
async function startProgram(
  directory = dataDir,
  account: object = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, directory], {
    ...account,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  cleanups.push(async () => {
    child.kill('SIGTERM')
    await exit
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, url: String(line).replace('ready ', '') }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function postgresPids(directory = dataDir): number[] {
  return listProgramsIn(join(directory, 'pg'), 'postgres')
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const note = "CREATE TABLE note (text text); INSERT INTO note VALUES ('kept')"
const kept = [{ text: 'kept' }]

describe('starting', () => {
  test('an empty directory becomes a durable UTF-8 database that our own role owns', async () => {
    const { url } = await start(join(dataDir, 'not', 'there', 'yet'))
    const settings = await query(
      url,
      `SELECT current_user AS role, current_database() AS database, rolsuper AS super,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
         current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS network,
         upper('ä') AS upper
       FROM pg_roles WHERE rolname = current_user`,
    )
    expect(settings).toEqual([
      {
        role: 'eot',
        database: 'eot',
        super: false,
        fsync: 'on',
        commit: 'on',
        encoding: 'UTF8',
        network: '',
        upper: 'Ä',
      },
    ])
  })

  test('the password is for this user alone and without it nobody gets in', async () => {
    const { url } = await start()
    expect((await stat(join(dataDir, 'pg-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    const superuser = new URL(url)
    superuser.username = 'postgres'
    await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry')
  })

  test('a second start finds what the first one stored', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first.url, note)
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'SELECT text FROM note')).toEqual(kept)
  })

  test('a directory whose path is too long for a socket works', async () => {
    const server = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'x'.repeat(60), 'y'.repeat(60)),
      log,
    })
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(String(new URL(server.url).searchParams.get('host')))).toBe(false)
  })

  test('a lost password file is replaced', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log })
    await first.stop()
    await rm(join(dataDir, 'pg-password'))
    const second = await start()
    expect(second.url).not.toBe(first.url)
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('files of another major version are refused with both versions named', async () => {
    await mkdir(join(dataDir, 'pg'))
    await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      /written by PostgreSQL 17, this program brings PostgreSQL 18/,
    )
  })

  test('a half-finished creation is begun anew', async () => {
    const child = spawn(process.execPath, [program, dataDir], { stdio: 'ignore' })
    const draftMade = async () => (await readdir(dataDir)).find((name) => name.startsWith('pg.initializing-'))
    const draft = join(dataDir, String(await vi.waitUntil(draftMade, { timeout: 20_000, interval: 5 })))
    await vi.waitUntil(() => existsSync(join(draft, 'global')), { timeout: 20_000, interval: 1 })
    await kill(child)
    expect(existsSync(join(dataDir, 'pg'))).toBe(false)
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await draftMade()).toBe(undefined)
  })

  test.runIf(isRoot)('as root, the server runs as an unprivileged user', async () => {
    await start()
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s+65534/m)
  })

  test.runIf(isRoot)(
    'as root, files that root owns after a restored backup are given back to the server',
    async () => {
      const first = await startEmbeddedPostgres({ dataDir, log })
      await query(first.url, note)
      await first.stop()
      for (const name of await readdir(join(dataDir, 'pg'), { recursive: true })) {
        await chown(join(dataDir, 'pg', name), 0, 0)
      }
      await chown(join(dataDir, 'pg'), 0, 0)
      const second = await start()
      expect(await query(second.url, 'SELECT text FROM note')).toEqual(kept)
    },
  )

  test.runIf(isRoot)(
    'an ordinary user starts it too, and root later goes on with the same files',
    async () => {
      await chown(dataDir, 65_534, 65_534)
      const { child, url } = await startProgram(dataDir, { uid: 65_534, gid: 65_534, cwd: '/' })
      await query(url, note)
      child.kill('SIGTERM')
      await once(child, 'exit')
      const second = await start()
      expect(await query(second.url, 'SELECT text FROM note')).toEqual(kept)
    },
  )
})

describe('owning the directory', () => {
  test('a second program is refused with the directory and the pid of the first', async () => {
    const { child } = await startProgram()
    const refusal = startEmbeddedPostgres({ dataDir, log })
    await expect(refusal).rejects.toThrow(`${dataDir} is in use by the program with pid ${child.pid}`)
    await expect(refusal).rejects.toHaveProperty('name', 'StartRefused')
  })

  test('the same program cannot start it twice, and the refusal leaves the first one running', async () => {
    const { url } = await start()
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`pid ${process.pid}`)
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`pid ${process.pid}`)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('of two programs that start at once at most one goes on', async () => {
    const children = [0, 1].map(() =>
      spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const outcomes = children.map(async (child) => {
      const refused = once(child, 'exit').then(() => 'refused')
      const outcome = await Promise.race([refused, once(child.stdout, 'data').then(() => 'ready')])
      cleanups.push(() => child.kill('SIGTERM') && refused)
      return outcome
    })
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'ready').length).toBeLessThan(2)
  })

  test('a lock whose pid now belongs to another program is stale', async () => {
    const other = { ...findProgram(process.ppid), startTicks: '1' }
    await writeFile(join(dataDir, `program-${process.ppid}.lock`), JSON.stringify(other))
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('stop ends every process of the server and frees the directory', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    await query(server.url, 'SELECT 1')
    expect(postgresPids().length).toBeGreaterThan(3)
    await server.stop()
    expect(postgresPids()).toEqual([])
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  test('stop ends connections that are in use, without losing what they committed', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    await query(server.url, note)
    const busy = query(server.url, 'SELECT pg_sleep(600)')
    busy.catch(() => undefined)
    await vi.waitUntil(async () => (await query(server.url, activeSleep)).length === 1)
    await server.stop()
    await expect(busy).rejects.toThrow()
    expect(await query((await start()).url, 'SELECT text FROM note')).toEqual(kept)
  })
})

const activeSleep = `SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`

describe('after kill -9', () => {
  test('of the program: the server it left is ended and a new one has all that was committed', async () => {
    const { child, url } = await startProgram()
    await query(url, note)
    await kill(child)
    const orphan = postmasterPid()
    expect(postgresPids()).toContain(orphan)
    const { url: newUrl } = await start()
    expect(await query(newUrl, 'SELECT text FROM note')).toEqual(kept)
    expect(postgresPids()).not.toContain(orphan)
  })

  test('of program and server: the next start recovers', async () => {
    const { child, url } = await startProgram()
    await query(url, note)
    await kill(child)
    for (const pid of postgresPids()) process.kill(pid, 'SIGKILL')
    const { url: newUrl } = await start()
    expect(await query(newUrl, 'SELECT text FROM note')).toEqual(kept)
  })

  test('an old note whose pid now belongs to another program does not stop the start', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log })
    await first.stop()
    const stale = [process.ppid, join(dataDir, 'pg'), 1, 5432, '', '', '1 1', 'ready', ''].join('\n')
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), stale)
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('other programs that work in the directory are left alone', async () => {
    const { child } = await startProgram()
    const bystander = spawn('sleep', ['600'], { cwd: join(dataDir, 'pg') })
    cleanups.push(() => bystander.kill())
    await kill(child)
    await start()
    expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
  })

  test.each([
    ['the postmaster', () => [postmasterPid()]],
    ['all its processes', postgresPids],
    [
      'one backend',
      () =>
        postgresPids()
          .filter((pid) => pid !== postmasterPid())
          .slice(-1),
    ],
  ])('of %s while the program runs: it is started again and the pool recovers', async (_, victims) => {
    const { url } = await start()
    await query(url, note)
    const pool = new Pool({ connectionString: url, max: 2 })
    pool.on('error', () => undefined)
    cleanups.push(() => pool.end())
    await pool.query('SELECT 1')
    for (let round = 0; round < 2; round++) {
      for (const pid of victims()) process.kill(pid, 'SIGKILL')
      const answer = () => pool.query('SELECT text FROM note').catch(() => undefined)
      const recovered = await vi.waitUntil(answer, { timeout: 15_000 })
      expect(recovered.rows).toEqual(kept)
    }
  })
})

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { killProgram, note, ownPostgres, query } from '../../../test/own-postgres.ts'
import { findProgram } from './running-program.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

/** False below a directory such as /root, where another user cannot start this program. */
const othersCanRunIt =
  isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

const own = ownPostgres()

async function giveAll({ uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(own.pgDir(), { recursive: true }))
    await chown(join(own.pgDir(), name), uid, gid)
  await chown(own.pgDir(), uid, gid)
}

describe('starting', () => {
  test("an empty directory becomes a durable UTF-8 database owned by the program's role", async () => {
    const { url } = await own.start({ dataDir: join(own.dataDir(), 'not', 'there', 'yet') })
    const settings = await query(
      url,
      `SELECT current_user AS role, current_database() AS database, rolsuper AS super,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
         current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS network,
         upper('ä') AS upper
       FROM pg_roles WHERE rolname = current_user`,
    )
    const durable = { fsync: 'on', commit: 'on' }
    const ours = { role: 'eot', database: 'eot', super: false, network: '' }
    expect(settings).toEqual([{ ...durable, ...ours, encoding: 'UTF8', upper: 'Ä' }])
  })

  test('only this user can read the password, and connections without it are refused', async () => {
    await own.fill()
    const { url } = await own.start()
    expect((await stat(join(own.dataDir(), 'pg-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    const superuser = new URL(url)
    superuser.username = 'postgres'
    await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry')
  })

  test('a second start finds the data of the first', async () => {
    await own.fill()
    const first = await own.start()
    await query(first.url, note.write)
    await first.stop()
    const second = await own.start()
    expect(await query(second.url, note.read)).toEqual(note.kept)
  })

  test('a directory whose path is too long for a socket works', async () => {
    const server = await own.start({ dataDir: join(own.dataDir(), 'x'.repeat(60), 'y'.repeat(60)) })
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(String(new URL(server.url).searchParams.get('host')))).toBe(false)
  })

  test('a missing password file is replaced', async () => {
    await own.fill()
    const first = await own.start()
    await first.stop()
    await rm(join(own.dataDir(), 'pg-password'))
    const second = await own.start()
    expect(second.url).not.toBe(first.url)
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('data of another major version is refused with an error that names both versions', async () => {
    await mkdir(own.pgDir())
    await writeFile(join(own.pgDir(), 'PG_VERSION'), '17\n')
    await expect(own.start()).rejects.toThrow(/written by PostgreSQL 17, this program brings PostgreSQL 18/)
  })

  test('an interrupted creation starts over', async () => {
    const child = own.tryProgram()
    const findDraft = async () => (await readdir(own.dataDir())).find((name) => name.startsWith('pg.init'))
    const draft = String(await vi.waitUntil(findDraft, { timeout: 60_000, interval: 1 }))
    const isHalfway = () => existsSync(join(own.dataDir(), draft, 'global'))
    await vi.waitUntil(isHalfway, { timeout: 60_000, interval: 1 })
    await killProgram(child)
    expect(existsSync(own.pgDir())).toBe(false)
    const { url } = await own.start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await findDraft()).toBe(undefined)
  })

  const runsAs = () => {
    const status = readFileSync(`/proc/${own.postmasterPid()}/status`, 'utf8')
    return ['Uid', 'Gid'].map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]))
  }

  test.runIf(isRoot)('as root, the server runs as a user and group that no other process has', async () => {
    await own.fill()
    await own.start()
    const [uid = 0, gid] = runsAs()
    expect(uid).toBeGreaterThanOrEqual(59_432)
    expect(uid).toBeLessThan(60_000)
    expect(gid).toBe(uid)
    for (const file of ['/etc/passwd', '/etc/group'])
      expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'))
  })

  test.runIf(isRoot)('as root, files owned by nobody are given to the server account', async () => {
    await own.fill()
    const first = await own.start()
    await query(first.url, note.write)
    await first.stop()
    await giveAll(nobody)
    const second = await own.start()
    expect(await query(second.url, note.read)).toEqual(note.kept)
    expect(runsAs()).not.toContain(nobody.uid)
    const owners = (await readdir(own.pgDir(), { recursive: true })).map(
      async (name) => (await stat(join(own.pgDir(), name)).catch(() => undefined))?.uid,
    )
    expect(new Set(await Promise.all(owners))).not.toContain(nobody.uid)
  })

  test.runIf(isRoot)(
    'as root, files owned by root after a restore are given back to the server account',
    async () => {
      await own.fill()
      const first = await own.start()
      await query(first.url, note.write)
      await first.stop()
      await giveAll({ uid: 0, gid: 0 })
      const second = await own.start()
      expect(await query(second.url, note.read)).toEqual(note.kept)
    },
  )

  test.runIf(othersCanRunIt)(
    'an ordinary user can start the server, and root can later use the same files',
    async () => {
      await chown(own.dataDir(), nobody.uid, nobody.gid)
      const { child, url } = await own.startProgram({ ...nobody, cwd: '/' })
      await query(url, note.write)
      child.kill('SIGTERM')
      await once(child, 'exit')
      const second = await own.start()
      expect(await query(second.url, note.read)).toEqual(note.kept)
    },
  )
})

describe('owning the directory', () => {
  test('a second program is refused with an error that names the directory and the pid of the first', async () => {
    await own.fill()
    const { child } = await own.startProgram()
    const refusal = own.start()
    await expect(refusal).rejects.toThrow(`${own.dataDir()} is in use by the program with pid ${child.pid}`)
    await expect(refusal).rejects.toHaveProperty('name', 'StartRefused')
  })

  test('starting it twice in one program is refused and leaves the first server running', async () => {
    await own.fill()
    const { url } = await own.start()
    await expect(own.start()).rejects.toThrow(`pid ${process.pid}`)
    await expect(own.start()).rejects.toThrow(`pid ${process.pid}`)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('of two programs started at once, at most one keeps running', async () => {
    await own.fill()
    const outcomes = [own.tryProgram(), own.tryProgram()].map((child) => {
      const ready = child.stdout && once(child.stdout, 'data').then(() => 'ready')
      return Promise.race([once(child, 'exit').then(() => 'refused'), ready])
    })
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'ready').length).toBeLessThan(2)
  })

  test('a lock whose pid now belongs to another program is stale', async () => {
    await own.fill()
    const other = { ...findProgram(process.ppid), startTicks: '1' }
    await writeFile(join(own.dataDir(), `program-${process.ppid}.lock`), JSON.stringify(other))
    const { url } = await own.start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('stopping ends every server process and releases the directory', async () => {
    await own.fill()
    const server = await own.start()
    await query(server.url, 'SELECT 1')
    // Background workers start shortly after the server accepts connections and end shortly after the server.
    await vi.waitUntil(() => own.postgresPids().length > 3, { timeout: 60_000 })
    await server.stop()
    await vi.waitUntil(() => own.postgresPids().length === 0, { timeout: 60_000 })
    expect((await readdir(own.dataDir())).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  test('stopping closes connections in use without losing committed data', async () => {
    await own.fill()
    const server = await own.start()
    await query(server.url, note.write)
    const busy = expect(query(server.url, 'SELECT pg_sleep(600)')).rejects.toThrow()
    const sleeper = `SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`
    await vi.waitUntil(async () => (await query(server.url, sleeper)).length === 1, { timeout: 60_000 })
    await server.stop()
    await busy
    expect(await query((await own.start()).url, note.read)).toEqual(note.kept)
  })
})

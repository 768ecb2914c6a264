import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { killProgram, note, ownPostgres, query } from '../../../test/own-postgres.ts'
import { sendSignal } from './running-program.ts'

const nobody = { uid: 65_534, gid: 65_534 }

const own = ownPostgres()

test('after kill -9 of the program, its server is stopped and a new one has all committed data', async () => {
  const { child, url } = await own.startProgram()
  await query(url, note.write)
  await killProgram(child)
  const orphan = own.postmasterPid()
  expect(own.postgresPids()).toContain(orphan)
  const { url: newUrl } = await own.start()
  expect(await query(newUrl, note.read)).toEqual(note.kept)
  expect(own.postgresPids()).not.toContain(orphan)
})

test('after kill -9 of the program and the server, the next start recovers', async () => {
  const { child, url } = await own.startProgram()
  await query(url, note.write)
  await killProgram(child)
  own.killPostgres()
  const { url: newUrl } = await own.start()
  expect(await query(newUrl, note.read)).toEqual(note.kept)
})

test('a stale postmaster.pid whose pid now belongs to another program does not prevent the start', async () => {
  const first = await own.start()
  await first.stop()
  // Must run as the server's user: PostgreSQL itself ignores a pid that belongs to another user.
  const other = spawn('sleep', ['600'], { ...(process.getuid?.() === 0 && nobody), cwd: '/' })
  own.atEnd(() => other.kill())
  const stale = [other.pid, own.pgDir(), 1, 5432, '', '', '1 1', 'ready', ''].join('\n')
  await writeFile(join(own.pgDir(), 'postmaster.pid'), stale)
  const { url } = await own.start()
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('other programs that run in the directory are left alone', async () => {
  const { child } = await own.startProgram()
  const bystander = spawn('sleep', ['600'], { cwd: own.pgDir() })
  own.atEnd(() => bystander.kill())
  await killProgram(child)
  await own.start()
  expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
})

test.each([
  ['the postmaster', () => [own.postmasterPid()]],
  ['all its processes', own.postgresPids],
  [
    'one backend',
    () =>
      own
        .postgresPids()
        .filter((pid) => pid !== own.postmasterPid())
        .slice(-1),
  ],
])('after kill -9 of %s, the program keeps running and the pool recovers', async (_, victims) => {
  const { url } = await own.start()
  await query(url, note.write)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  own.atEnd(() => pool.end())
  await pool.query('SELECT 1')
  for (let round = 0; round < 2; round++) {
    for (const pid of victims()) sendSignal(pid, 'SIGKILL')
    // A new connection proves that the new server runs; an old one could still reach a backend that is about to end.
    const fresh = () => query(url, note.read).catch(() => undefined)
    expect(await vi.waitUntil(fresh, { timeout: 60_000 })).toEqual(note.kept)
    const pooled = () => pool.query(note.read).catch(() => undefined)
    expect((await vi.waitUntil(pooled, { timeout: 60_000 })).rows).toEqual(note.kept)
  }
})

test('a backend still computing after its server died does not block the new server', async () => {
  const { url } = await own.start()
  await query(url, note.write)
  const busy = query(url, 'SELECT count(*) FROM generate_series(1, 1e12)').catch(() => undefined)
  const running = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT count%' AND state = 'active'`
  await vi.waitUntil(async () => (await query(url, running)).length === 1, { timeout: 60_000 })
  process.kill(own.postmasterPid(), 'SIGKILL')
  const fresh = () => query(url, note.read).catch(() => undefined)
  expect(await vi.waitUntil(fresh, { timeout: 60_000 })).toEqual(note.kept)
  await busy
})

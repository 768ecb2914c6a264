import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contentsByTable, withoutTraces } from '../../test/contents-by-table.ts'
import { emptyDatabase } from '../../test/empty-database.ts'
import { createTestPool } from '../../test/test-pool.ts'
import { connect, newFile, poolOf, restore, usedDatabase } from '../../test/used-database.ts'
import { keepPartitions } from '../features/storage/keep-partitions.job.ts'
import { openBackupFile } from '../platform/backup/read-backup-file.ts'
import { beginSnapshot } from '../platform/backup/snapshot.queries.ts'
import { createLog } from '../platform/log.ts'
import { backUpDatabase } from './backup-database.ts'
import { restoreDatabase } from './restore-database.ts'

/** Enough for several restores on a busy machine. */
const patienceMs = 600_000
const log = createLog('silent')
const retention = { rawDays: 30, minuteDays: 60 }
const now = new Date()
const takenAt = new Date('2026-11-20T12:00:00Z')

const damages: [name: string, damage: (whole: Buffer) => Buffer, sentence: string][] = [
  ['cut off', (whole) => whole.subarray(0, -100), 'is incomplete'],
  [
    'changed',
    (whole) => Buffer.from(whole.map((byte, at) => (at === 500 ? byte ^ 1 : byte))),
    'was changed after',
  ],
  ['empty', () => Buffer.alloc(0), 'is not a backup of this program'],
]

test(
  'an unusable file or database is refused, and the database stays unchanged',
  async () => {
    const url = await usedDatabase()
    const path = await newFile()
    const encryption = { passphrase: 'a long passphrase', secretKey: 'key' }
    await backUpDatabase({ url, file: path, takenAt, encryption })
    const { passphrase } = encryption
    const client = await connect(url)
    const before = await contentsByTable(client)

    await expect(restore(url, path, { passphrase })).rejects.toThrow(
      'the database is not empty; add --replace to replace what it holds',
    )
    for (const wrong of [{ replaces: true }, { replaces: true, passphrase: 'another passphrase' }])
      await expect(restore(url, path, wrong)).rejects.toThrow('the passphrase is not the one that')
    for (const [name, damage, sentence] of damages) {
      const damaged = await newFile()
      await writeFile(damaged, damage(await readFile(path)))
      await expect(restore(url, damaged, { replaces: true, passphrase }), name).rejects.toThrow(sentence)
    }

    const unwritable = {
      url,
      file: await newFile(),
      takenAt,
      onProgress() {
        throw new Error('there is no space left')
      },
    }
    await expect(backUpDatabase(unwritable)).rejects.toThrow('there is no space left')

    const running = createTestPool(url, { max: 1, log })
    await running.query('select 1')
    await expect(restore(url, path, { replaces: true, passphrase })).rejects.toThrow(
      'the program is running on this database; stop it everywhere before restoring',
    )
    await running.end()

    const newer = await usedDatabase()
    const future = await connect(newer)
    await future.query(`insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)`)
    const later = await newFile()
    await backUpDatabase({ url: newer, file: later, takenAt })
    await expect(restore(url, later, { replaces: true })).rejects.toThrow(
      /newer version.*9999_later is unknown/,
    )
    expect(await contentsByTable(client)).toEqual(before)

    const foreign = await emptyDatabase()
    const others = await connect(foreign)
    await others.query('create table invoice (id integer)')
    await expect(restore(foreign, path, { replaces: true, passphrase })).rejects.toThrow(
      'tables of another program',
    )
    await expect(backUpDatabase({ url: foreign, file: await newFile(), takenAt })).rejects.toThrow(
      'nothing to back up',
    )
  },
  patienceMs,
)

test(
  'a restore that fails midway keeps the former contents, and one that succeeds replaces all of them',
  async () => {
    const url = await usedDatabase()
    const path = await newFile()
    await backUpDatabase({ url, file: path, takenAt })
    const client = await connect(url)
    const saved = await contentsByTable(client)
    await client.query(
      `insert into audit_entry (action) values ('three'); update device set name = 'changed'; create table more (id integer);
     update kysely_migration set timestamp = '2020-01-01'`,
    )
    const before = await contentsByTable(client)
    const whole = await openBackupFile(path)
    // Between two tables, and within one.
    for (const kind of ['sequences', 'tableEnd']) {
      const failing = {
        ...whole,
        async *parts() {
          for await (const part of whole.parts()) {
            if (part.kind === kind) throw new Error('the disk was pulled out')
            yield part
          }
        },
      }
      const attempt = restoreDatabase({ url, file: failing, path, replaces: true })
      await expect(attempt).rejects.toThrow('the disk was pulled out')
      expect(await contentsByTable(client)).toEqual(before)
    }

    await restore(url, path, { replaces: true })
    expect(withoutTraces(await contentsByTable(client))).toEqual(withoutTraces(saved))
  },
  patienceMs,
)

test('while a backup reads, partitions are created as usual, and old ones are dropped the next time', async () => {
  const url = await usedDatabase()
  const pool = poolOf(url)
  const partitions = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'reading\\_2%' and relkind = 'r' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  await keepPartitions(pool, now, retention, log)
  const before = await partitions()
  const later = new Date(now.getTime() + 90 * 86_400_000)
  const reader = await connect(url)
  await beginSnapshot(reader)
  await keepPartitions(pool, later, retention, log)
  const meanwhile = await partitions()
  expect(meanwhile).toEqual(expect.arrayContaining(before))
  expect(meanwhile.length).toBeGreaterThan(before.length)
  await reader.query('commit')
  await keepPartitions(pool, later, retention, log)
  expect(await partitions()).not.toContain(before[0])
})

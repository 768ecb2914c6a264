import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../../test/temporary-directory.ts'
import type { BackupHeader } from './backup-header.ts'
import type { BackupPart } from './backup-parts.ts'
import { openBackupFile } from './read-backup-file.ts'
import { RowChecksum } from './row-checksum.ts'
import { openChunks, sealChunks } from './sealed-chunks.ts'
import { writeBackupFile } from './write-backup-file.ts'

let directory = ''
beforeAll(async () => {
  directory = await makeTemporaryDirectory()
})
afterAll(() => rm(directory, { recursive: true }))

const header: BackupHeader = {
  format: 1,
  program: '1.2.3',
  takenAt: '2026-11-20T12:00:00.000Z',
  migrations: ['0001_first'],
  keyFingerprint: null,
  passphrase: null,
}
/** Low cost, so that a test may try many. */
const terms = { salt: '00ff', cost: 2, blockSize: 8, parallelization: 1 }

const line = Buffer.from('1\tsome text\n')
const sum = new RowChecksum()
sum.add(line)
const parts: BackupPart[] = [
  { kind: 'table', table: { name: 'odd "name"', columns: ['no', 'text'] } },
  { kind: 'rows', bytes: line },
  { kind: 'tableEnd', sum: { rows: sum.rows, checksum: sum.checksum } },
  { kind: 'secretKey', key: 'a key' },
  { kind: 'end', tables: 1, rows: 1 },
]

let count = 0
async function write(given: readonly BackupPart[], passphrase?: string): Promise<string> {
  const path = join(directory, `${count++}.backup`)
  const head = { ...header, passphrase: passphrase === undefined ? null : terms }
  await writeBackupFile(path, head, Readable.from(given), passphrase)
  return path
}

async function read(path: string, passphrase?: string): Promise<BackupPart[]> {
  const { parts: found } = await openBackupFile(path)
  return Readable.from(found(passphrase)).toArray()
}

test.each([undefined, 'a long passphrase'])(
  'written data can be read again (passphrase: %s)',
  async (passphrase) => {
    const path = await write(parts, passphrase)
    expect(await read(path, passphrase)).toEqual(parts)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path)).includes('a key')).toBe(false)
  },
)

test('an existing file is not overwritten', async () => {
  const path = await write(parts)
  await expect(writeBackupFile(path, header, Readable.from(parts), undefined)).rejects.toThrow('EEXIST')
  expect(await read(path)).toEqual(parts)
})

test('a wrong passphrase is refused, also one of another file', async () => {
  const path = await write(parts, 'a long passphrase')
  const sentence = `the passphrase is not the one that ${path} was encrypted with`
  await expect(read(path, 'a long passphrasE')).rejects.toThrow(sentence)
  await expect(read(path)).rejects.toThrow(sentence)
})

test('a file with a changed byte or a missing end is refused', async () => {
  const whole = await readFile(await write(parts, 'a long passphrase'))
  const path = join(directory, 'damaged.backup')
  const refusal = /is not a backup of this program|is incomplete|was changed after it was written/
  for (let place = 0; place < whole.length; place += 7) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 0x10
    await writeFile(path, changed)
    await expect(openBackupFile(path), `byte ${place}`).rejects.toThrow(refusal)
    await writeFile(path, whole.subarray(0, place))
    await expect(openBackupFile(path), `cut off at ${place}`).rejects.toThrow(refusal)
  }
})

test('a missing file or one of another kind is refused', async () => {
  const path = join(directory, 'other.txt')
  await expect(openBackupFile(path)).rejects.toThrow(`${path} cannot be read (ENOENT)`)
  await writeFile(path, 'PGDMP and more than a trailer of forty bytes of something else')
  await expect(openBackupFile(path)).rejects.toThrow(`${path} is not a backup of this program`)
})

test('a file of another format is refused', async () => {
  const path = join(directory, 'later.backup')
  const later = { ...header, format: 2 } as unknown as BackupHeader // as a later version writes it
  await writeBackupFile(path, later, Readable.from(parts), undefined)
  await expect(openBackupFile(path)).rejects.toThrow(
    'has a format that this version of the program does not know',
  )
})

test.each([
  ['a lost row', parts.filter(({ kind }) => kind !== 'rows'), 'are not those that were read'],
  ['a missing end', parts.slice(0, -1), 'the backup has no end'],
  ['a missing table', parts.slice(3), 'the backup has no end'],
])('%s is found when the file is read', async (_name, given, message) => {
  await expect(read(await write(given))).rejects.toThrow(message)
})

test('a partition with an invalid bound is refused', async () => {
  const bound = "FOR VALUES FROM ('1') TO ('2'); drop table site"
  const table = { name: 'a', columns: [], partitionOf: { table: 'b', bound } }
  await expect(read(await write([{ kind: 'table', table }, ...parts.slice(2)]))).rejects.toThrow('Invalid')
})

test('an encrypted chunk cannot be left out, moved or made the last one', async () => {
  const key = Buffer.alloc(32, 7)
  const bound = Buffer.from('header')
  const plain = Readable.from([Buffer.alloc(200_000, 1)])
  const chunks: Buffer[] = await Readable.from(sealChunks(plain, key, bound)).toArray()
  expect(chunks).toHaveLength(4)
  const open = async (given: readonly Buffer[], aad = bound) =>
    Buffer.concat(await Readable.from(openChunks(Readable.from(given), key, aad)).toArray()).length
  const [first, second, third, last] = chunks as [Buffer, Buffer, Buffer, Buffer] // as many as expected above
  expect(await open(chunks)).toBe(200_000)
  await expect(open([first, third, second, last])).rejects.toThrow()
  await expect(open([first, third, last])).rejects.toThrow()
  await expect(open([first, second, third])).rejects.toThrow('the last chunk is missing')
  await expect(open([...chunks, last])).rejects.toThrow('there is more after the last chunk')
  await expect(open(chunks, Buffer.from('other'))).rejects.toThrow()
})

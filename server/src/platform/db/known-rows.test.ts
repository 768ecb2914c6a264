import { expect, test } from 'vitest'
import { afterUse } from '../../../test/after-use.ts'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { createLog } from '../log.ts'
import { KnownRows, type RowVersions, rowVersion, versionColumns } from './known-rows.ts'
import { createPool } from './pool.ts'

interface Row {
  no: number
  text: string
}

const pool = createPool(await emptyDatabase(), { max: 2, log: createLog('error') })
afterUse(() => pool.end())
await pool.query('create table thing (no int primary key, text text not null)')
await pool.query('create table note (thing_no int primary key, text text not null)')

const columns = versionColumns({
  no: 't.no',
  versions: ['t', 'n'].map(rowVersion),
  orderBy: 't.text, t.no',
})

/** Lists things by their text, with the numbers of those that had to be read. */
async function list(known: KnownRows<Row>, { name = '', least = 0, most = 1000 } = {}) {
  const joined = 'thing t left join note n on n.thing_no = t.no'
  const { rows } = await pool.query<RowVersions>(
    `select ${columns} from ${joined} where t.no between $1 and $2`,
    [least, most],
  )
  const read: number[] = []
  const listed = await known.list(name, rows[0] as RowVersions, async (nos) => {
    read.push(...nos)
    const found = await pool.query<Row>(
      `select t.no, concat_ws(' ', t.text, n.text) as text from ${joined} where t.no = any($1)`,
      [nos],
    )
    return found.rows
  })
  return { listed, texts: listed.map(({ text }) => text), read: read.sort((a, b) => a - b) }
}

test('only new and changed rows are read, and the others are the same objects', async () => {
  const known = new KnownRows<Row>(10)
  expect(await list(known)).toEqual({ listed: [], texts: [], read: [] })
  await pool.query(`insert into thing values (1, 'b'), (2, 'a'), (-3, 'c')`)
  const all = { least: -10 }
  const first = await list(known, all)
  expect(first).toMatchObject({ texts: ['a', 'b', 'c'], read: [-3, 1, 2] })
  const again = await list(known, all)
  expect(again.read).toEqual([])
  expect(again.listed.every((row, place) => row === first.listed[place])).toBe(true)

  // The order, and each of the tables.
  await pool.query(`update thing set text = 'z' where no = 2`)
  expect(await list(known, all)).toMatchObject({ texts: ['b', 'c', 'z'], read: [2] })
  await pool.query(`insert into note values (1, 'new')`)
  expect(await list(known, all)).toMatchObject({ texts: ['b new', 'c', 'z'], read: [1] })
  await pool.query(`update note set text = 'changed'`)
  expect(await list(known, all)).toMatchObject({ texts: ['b changed', 'c', 'z'], read: [1] })
  await pool.query('delete from note')
  expect(await list(known, all)).toMatchObject({ texts: ['b', 'c', 'z'], read: [1] })
  await pool.query('delete from thing where no = 1')
  expect(await list(known, all)).toMatchObject({ texts: ['c', 'z'], read: [] })

  // The same rows by another name.
  expect(await list(known, { ...all, name: 'other' })).toMatchObject({ texts: ['c', 'z'], read: [-3, 2] })
  expect((await list(known, all)).read).toEqual([])
  await pool.query('delete from thing')
})

test('a rolled-back change changes nothing, and one that restores the text is read', async () => {
  const known = new KnownRows<Row>(10)
  await pool.query(`insert into thing values (1, 'a')`)
  await list(known)
  const client = await pool.connect()
  await client.query(`begin; update thing set text = 'b'`)
  expect(await list(known)).toMatchObject({ texts: ['a'], read: [] })
  await client.query('rollback')
  client.release()
  expect(await list(known)).toMatchObject({ texts: ['a'], read: [] })
  await pool.query(`begin; update thing set text = 'b'; update thing set text = 'a'; commit`)
  expect(await list(known)).toMatchObject({ texts: ['a'], read: [1] })
  await pool.query('delete from thing')
})

test('rows that are gone when they are read are left out', async () => {
  const known = new KnownRows<Row>(10)
  const versions = Buffer.from([0, 0, 0, 5, 1, 2, 3, 4, 0, 0, 0, 6, 1, 2, 3, 4])
  const listed = { count: 2, server: 'one', versions }
  const read = async (nos: readonly number[]) => nos.filter((no) => no !== 5).map((no) => ({ no, text: 'x' }))
  expect(await known.list('', listed, read)).toEqual([{ no: 6, text: 'x' }])
  const changed = { ...listed, versions: Buffer.from([0, 0, 0, 5, 1, 2, 3, 4, 0, 0, 0, 6, 9, 9, 9, 9]) }
  expect(await known.list('', changed, async () => [])).toEqual([])
})

const versionsOf = (server: string, ...rows: [no: number, version: number][]): RowVersions => ({
  count: rows.length,
  server,
  versions: Buffer.from(rows.flatMap(([no, version]) => [0, 0, 0, no, 0, 0, 0, version])),
})
const rowsOf = (text: string) => async (nos: readonly number[]) => nos.map((no) => ({ no, text }))

test('requests that read the same list at once get their own rows, and the next one gets what is current', async () => {
  const known = new KnownRows<Row>(10)
  await known.list('', versionsOf('one', [5, 1], [6, 1]), rowsOf('old'))
  const slow = known.list('', versionsOf('one', [5, 1], [6, 2]), async (nos) => {
    await known.list('', versionsOf('one', [5, 1], [6, 3]), rowsOf('newest'))
    return rowsOf('newer')(nos)
  })
  expect((await slow).map(({ text }) => text)).toEqual(['old', 'newer'])
  const last = await known.list('', versionsOf('one', [5, 1], [6, 3]), rowsOf('newest'))
  expect(last.map(({ text }) => text)).toEqual(['old', 'newest'])
})

test('nothing is kept from another server, and only the lists used last', async () => {
  const known = new KnownRows<Row>(4)
  const reads: string[] = []
  const ask = async (name: string, server: string, ...nos: number[]) => {
    const versions = versionsOf(server, ...nos.map((no): [number, number] => [no, 1]))
    await known.list(name, versions, async (missing) => {
      reads.push(`${name}${missing}`)
      return rowsOf('')(missing)
    })
  }
  await ask('a', 'one', 1, 2)
  await ask('a', 'two', 1, 2)
  expect(reads.splice(0)).toEqual(['a1,2', 'a1,2'])
  await ask('b', 'two', 1)
  await ask('a', 'two', 1, 2)
  await ask('empty', 'two')
  expect(reads.splice(0)).toEqual(['b1'])
  await ask('c', 'two', 7, 8) // drops b
  await ask('a', 'two', 1, 2)
  await ask('c', 'two', 7, 8)
  expect(reads.splice(0)).toEqual(['c7,8'])
  await ask('b', 'two', 1) // drops a
  await ask('a', 'two', 1, 2) // drops c
  expect(reads.splice(0)).toEqual(['b1', 'a1,2'])
  // Too long to be kept.
  expect(known.wasTooLong('d')).toBe(false)
  for (const _ of [1, 2]) await ask('d', 'two', 1, 2, 3)
  await ask('a', 'two', 1, 2)
  expect(reads).toEqual(['d1,2,3', 'd1,2,3'])
  expect([known.wasTooLong('d'), known.wasTooLong('a')]).toEqual([true, false])
})

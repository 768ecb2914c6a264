import { expect, test } from 'vitest'
import { afterUse } from '../../../test/after-use.ts'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { createLog } from '../log.ts'
import { KnownRows, type RowVersions, rowVersion, versionColumns } from './known-rows.ts'
import { createPool } from './pool.ts'

interface Row {
  no: number
  version: string
  text: string
}

const pool = createPool(await emptyDatabase(), { max: 2, log: createLog('error') })
afterUse(() => pool.end())
await pool.query('create table thing (no int primary key, text text not null)')
await pool.query('create table note (thing_no int primary key, text text not null)')

const version = `${rowVersion('t')} || ${rowVersion('n')}`
const columns = versionColumns({ no: 't.no', version })

/** Lists things by their text, with the numbers of those that had to be read. */
async function list(known: KnownRows<Row>, { name = '', least = 0, most = 1000 } = {}) {
  const joined = 'thing t left join note n on n.thing_no = t.no'
  const { rows } = await pool.query<RowVersions>(
    `select ${columns} from ${joined} where t.no between $1 and $2`,
    [least, most],
  )
  const read: ('all' | number)[] = []
  const select = (which: string) =>
    `select t.no, encode(${version}, 'hex') as version, concat_ws(' ', t.text, n.text) as text from ${joined} where ${which} order by t.text, t.no`
  const listed = await known.list(name, rows[0] as RowVersions, {
    async all() {
      read.push('all')
      return (await pool.query<Row>(select('t.no between $1 and $2'), [least, most])).rows
    },
    async some(nos) {
      read.push(...nos)
      return (await pool.query<Row>(select('t.no = any($1)'), [nos])).rows
    },
  })
  return { listed, texts: listed.map(({ text }) => text), read: read.sort() }
}

test('only changed rows are read, and the others are the same objects', async () => {
  const known = new KnownRows<Row>(10)
  expect(await list(known)).toEqual({ listed: [], texts: [], read: [] })
  await pool.query(`insert into thing values (1, 'b'), (2, 'a'), (-3, 'c')`)
  const all = { least: -10 }
  const first = await list(known, all)
  expect(first).toMatchObject({ texts: ['a', 'b', 'c'], read: ['all'] })
  const again = await list(known, all)
  expect(again.read).toEqual([])
  expect(again.listed.every((row, place) => row === first.listed[place])).toBe(true)

  await pool.query(`insert into note values (1, 'new')`)
  expect(await list(known, all)).toMatchObject({ texts: ['a', 'b new', 'c'], read: [1] })
  await pool.query(`update note set text = 'changed'`)
  const changed = await list(known, all)
  expect(changed).toMatchObject({ texts: ['a', 'b changed', 'c'], read: [1] })
  expect([changed.listed[0], changed.listed[2]]).toEqual([first.listed[0], first.listed[2]])
  await pool.query('delete from note')
  expect(await list(known, all)).toMatchObject({ texts: ['a', 'b', 'c'], read: [1] })

  // The same rows by another name.
  expect(await list(known, { ...all, name: 'other' })).toMatchObject({
    texts: ['a', 'b', 'c'],
    read: ['all'],
  })
  expect((await list(known, all)).read).toEqual([])
  await pool.query('delete from thing')
})

test('all rows are read if their order may have changed, or if there are others', async () => {
  const known = new KnownRows<Row>(10)
  await pool.query(`insert into thing values (1, 'b'), (2, 'a'), (3, 'c')`)
  const [, , c] = (await list(known)).listed
  await pool.query(`update thing set text = 'z' where no = 2`)
  const moved = await list(known)
  expect(moved).toMatchObject({ texts: ['b', 'c', 'z'], read: ['all'] })
  expect(moved.listed[1]).toBe(c) // unchanged
  expect((await list(known)).read).toEqual([])
  await pool.query('delete from thing where no = 1')
  expect(await list(known)).toMatchObject({ texts: ['c', 'z'], read: ['all'] })
  await pool.query(`insert into thing values (4, 'd')`)
  expect(await list(known)).toMatchObject({ texts: ['c', 'd', 'z'], read: ['all'] })
  await pool.query(`begin; delete from thing where no = 4; insert into thing values (5, 'e'); commit`)
  expect(await list(known)).toMatchObject({ texts: ['c', 'e', 'z'], read: ['all'] })
  expect((await list(known)).read).toEqual([])
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
  expect(await list(known)).toMatchObject({ texts: ['a'], read: ['all'] })
  await pool.query('delete from thing')
})

/** A number, the version that the place of the row depends on, and another one. */
type Given = [no: number, place: number, other: number]
const versionOf = ([, place, other]: Given) => Buffer.from([0, 0, 0, place, other])
const rowOf = (given: Given, text = ''): Row => ({
  no: given[0],
  version: versionOf(given).toString('hex'),
  text,
})

const versionsOf = (server: string, ...rows: Given[]): RowVersions => ({
  count: rows.length,
  server,
  versions: Buffer.concat(rows.flatMap((given) => [Buffer.from([0, 0, 0, given[0]]), versionOf(given)])),
})
/** Reads these rows, whatever was listed. */
function reading(...rows: Row[]) {
  const read: ('all' | number)[] = []
  return {
    read,
    async all() {
      read.push('all')
      return rows
    },
    async some(nos: readonly number[]) {
      read.push(...nos)
      return rows.filter(({ no }) => nos.includes(no))
    },
  }
}

test('rows that change between the statements are returned as they are by then', async () => {
  const known = new KnownRows<Row>(10)
  const listed = versionsOf('one', [5, 1, 1], [6, 1, 1], [7, 1, 1])
  const [six, seven, eight] = [rowOf([6, 1, 2], 'newer'), rowOf([7, 1, 1]), rowOf([8, 1, 1])]
  expect(await known.list('', listed, reading(seven, six, eight))).toEqual([seven, six, eight])

  // One is gone.
  const changed = versionsOf('one', [6, 1, 3], [7, 1, 2], [8, 1, 1])
  const changedSeven = rowOf([7, 1, 2], 'changed')
  expect(await known.list('', changed, reading(changedSeven))).toEqual([changedSeven, eight])
  expect(await known.list('', versionsOf('one', [8, 1, 1], [7, 1, 2]), reading())).toEqual([
    changedSeven,
    eight,
  ])

  // The place of one may have changed.
  const renamed = reading(eight, rowOf([7, 2, 3], 'renamed'))
  expect(await known.list('', versionsOf('one', [7, 1, 3], [8, 1, 1]), renamed)).toEqual([
    eight,
    rowOf([7, 2, 3], 'renamed'),
  ])
  expect(renamed.read).toEqual([7, 'all'])
})

test('a version that was listed before a change is not kept, since it may return', async () => {
  const known = new KnownRows<Row>(10)
  const [active, inactive] = [rowOf([5, 1, 0], 'active'), rowOf([5, 1, 1], 'inactive')]
  expect(await known.list('', versionsOf('one', [5, 1, 0]), reading(inactive))).toEqual([inactive])
  expect(await known.list('', versionsOf('one', [5, 1, 0]), reading(active))).toEqual([active])
  expect(await known.list('', versionsOf('one', [5, 1, 1]), reading(active))).toEqual([active])
  expect(await known.list('', versionsOf('one', [5, 1, 0]), reading())).toEqual([active])
})

test('requests that read the same list at once get their own rows, and the next one gets what is current', async () => {
  const known = new KnownRows<Row>(10)
  const five = rowOf([5, 1, 1])
  const [old, newer, newest] = [
    rowOf([6, 1, 1], 'old'),
    rowOf([6, 1, 2], 'newer'),
    rowOf([6, 1, 3], 'newest'),
  ]
  await known.list('', versionsOf('one', [5, 1, 1], [6, 1, 1]), reading(five, old))
  const slow = known.list('', versionsOf('one', [6, 1, 2], [5, 1, 1]), {
    ...reading(),
    async some() {
      await known.list('', versionsOf('one', [5, 1, 1], [6, 1, 3]), reading(newest))
      return [newer]
    },
  })
  expect(await slow).toEqual([five, newer])
  expect(await known.list('', versionsOf('one', [5, 1, 1], [6, 1, 3]), reading(newest))).toEqual([
    five,
    newest,
  ])
})

test('nothing is kept from another server, and only the lists used last', async () => {
  const known = new KnownRows<Row>(4)
  const reads: string[] = []
  const ask = async (name: string, server: string, ...nos: number[]) => {
    const rows = nos.map((no): Given => [no, 1, 1])
    const read = reading(...rows.map((given) => rowOf(given)))
    await known.list(name, versionsOf(server, ...rows), read)
    if (read.read.length > 0) reads.push(`${name}${nos}`)
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

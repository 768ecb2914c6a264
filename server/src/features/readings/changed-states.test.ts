import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { readChanges } from './changed-states.queries.ts'

const { pool, make } = await testApp()
const site = await make.site()
const [one, other, unlisted, gone] = [
  await make.device({ site }),
  await make.device({ site }),
  await make.device({ site }),
  await make.device({ site }),
]
const numbers = await Promise.all(
  [one, other, unlisted].map(async ({ id }) => {
    const { rows } = await pool.query<{ no: number }>('select no from device where id = $1', [id])
    return rows[0]?.no ?? 0
  }),
)
const [no = 0, otherNo = 0, unlistedNo = 0] = numbers
const nos = [no, otherNo]
await pool.query('insert into device_state (device_no) select no from device on conflict do nothing')

const changesSince = (snapshot?: string) =>
  readChanges<{ no: number; temperature: number | null }>(
    executeOn(pool),
    'device_state.temperature',
    snapshot === undefined ? undefined : { snapshot, nos },
  )
/** Returns a function that reads what has changed since this call. */
async function startingNow() {
  const { snapshot } = await changesSince()
  return async () => {
    const { mayDiffer, states } = await changesSince(snapshot)
    return { mayDiffer, states: states.map((state) => [state.no, state.temperature]).sort() }
  }
}
/** Waits until no transaction is running that began earlier, including those of other databases on this server. */
async function untilEarlierEnd() {
  const { rows } = await pool.query('select pg_current_xact_id() as xid')
  const running = async () => (await pool.query('select pg_snapshot_xmin(pg_current_snapshot()) as xid')).rows
  await expect
    .poll(async () => Number((await running())[0]?.xid), { timeout: 60_000 })
    .toBeGreaterThan(Number(rows[0]?.xid))
}
beforeEach(untilEarlierEnd)
const warm = (degrees: number, deviceNo = no) =>
  pool.query('update device_state set temperature = $1 where device_no = $2', [degrees, deviceNo])

const unchanged = { mayDiffer: false, states: [] }
const changed = { mayDiffer: true, states: [] }

test('without a snapshot, there may be other devices', async () => {
  expect(await changesSince()).toMatchObject({ ...changed, snapshot: expect.stringMatching(/^\d+:\d+:/) })
})

test('states are found that were written since the snapshot, among those that are listed', async () => {
  const since = await startingNow()
  expect(await since()).toEqual(unchanged)
  await warm(20)
  await warm(30, unlistedNo)
  expect(await since()).toEqual({ mayDiffer: false, states: [[no, 20]] })
  await warm(21)
  await warm(22, otherNo)
  const both = [
    [no, 21],
    [otherNo, 22],
  ].sort()
  expect(await since()).toEqual({ mayDiffer: false, states: both })
  await untilEarlierEnd()
  expect(await (await startingNow())()).toEqual(unchanged)
})

test.for([
  ['a site is renamed', `update site set name = 'New' where id = $1`, site.id],
  [
    'a site is added',
    `insert into site (id, parent_id, name, path, time_zone)
     select added, id, 'Added', path || added || '/', time_zone from site, gen_random_uuid() added where id = $1`,
    site.id,
  ],
  ['a device is changed', `update device set name = 'New' where id = $1`, unlisted.id],
  [
    'a model is changed',
    'update device_model set is_active = true where id = (select model_id from device where id = $1)',
    one.id,
  ],
  [
    'a device is added',
    `insert into device (id, mac, name, model_id, site_id)
     select gen_random_uuid(), 'a0b1c2d3e4f5', 'Added', model_id, site_id from device where id = $1`,
    one.id,
  ],
  [
    'a model is added',
    `insert into device_model (id, name, kinds) select gen_random_uuid(), 'Added', kinds from device_model
     where id = (select model_id from device where id = $1)`,
    one.id,
  ],
  ['a state is deleted', 'delete from device_state using device where device_no = no and id = $1', gone.id],
  ['a device is deleted', 'delete from device where id = $1', gone.id],
] as const)('there may be other devices after %s', async ([, text, id]) => {
  const since = await startingNow()
  const { rowCount } = await pool.query(text, [id])
  expect(rowCount).toBe(1)
  expect((await since()).mayDiffer).toBe(true)
  await untilEarlierEnd()
  expect(await (await startingNow())()).toEqual(unchanged)
})

test('what was not committed yet is found after the commit, and nothing if it is rolled back', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const text = `begin; update device set name = 'Changed' where id = '${one.id}';
    update device_state set temperature = 40 where device_no = ${no}`
  await client.query(text)
  const meanwhile = await startingNow()
  await warm(23, unlistedNo) // numbers of later transactions are visible now
  const since = await startingNow()
  expect([await meanwhile(), await since()]).toEqual([unchanged, unchanged])
  await client.query('commit')
  const both = { mayDiffer: true, states: [[no, 40]] }
  expect([await meanwhile(), await since()]).toEqual([both, both])

  await untilEarlierEnd()
  await client.query(text)
  const rolledBack = await startingNow()
  await client.query('rollback')
  expect(await rolledBack()).toEqual(unchanged)
})

test('a state that was written after a savepoint is found', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query('begin; select pg_current_xact_id(); savepoint one')
  await warm(24, unlistedNo)
  const since = await startingNow()
  await client.query(`update device_state set temperature = 50 where device_no = ${no}`)
  const later = await startingNow()
  await client.query('commit')
  for (const states of [await since(), await later()])
    expect(states).toEqual({ mayDiffer: false, states: [[no, 50]] })
})

test('a transaction with an older snapshot than that of the list reads the list as it sees it', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release())
  for (const running of [false, true]) {
    const other = await pool.connect()
    if (running) await other.query(`begin; update device_state set temperature = 60 where device_no = ${no}`)
    await client.query('begin isolation level repeatable read')
    await client.query('select')
    const { rows } = await client.query('select pg_current_snapshot()::text as snapshot')
    if (running) await other.query('commit')
    else await warm(61)
    other.release()
    const { snapshot } = await changesSince()
    const asSeen = (of: string) => readChanges(executeOn(client), 'temperature', { snapshot: of, nos })
    expect((await asSeen(snapshot)).mayDiffer).toBe(true)
    expect((await asSeen(rows[0].snapshot)).mayDiffer).toBe(false)
    await client.query('commit')
  }
})

test('changes that came with a backup of another server, and have future numbers, do not count', async () => {
  await pool.query(`insert into device_list_change (xid) values ('1000000000000')`)
  onTestFinished(
    async () => void (await pool.query(`delete from device_list_change where xid = '1000000000000'`)),
  )
  expect(await (await startingNow())()).toEqual(unchanged)
})

test('there may be other devices if changes may have been deleted that were committed after newer ones', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query(`begin; update device set name = 'First' where id = '${one.id}'`)
  await pool.query(`update device set name = 'Second' where id = $1`, [other.id])
  const since = await startingNow()
  await client.query('commit')
  await untilEarlierEnd()
  const later = await startingNow()
  await pool.query('delete from device_list_change where xid < (select max(xid) from device_list_change)')
  expect(await since()).toEqual(changed)
  expect(await later()).toEqual(unchanged)
})

import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { CopyEncoder } from './copy-encoder.ts'
import { copyInto } from './copy-into.ts'

const { pool } = await testApp()

/** More than the buffers of a socket hold, so that most of it is still unsent when PostgreSQL reads the first rows. */
const count = 200_000

async function openTable(): Promise<pg.PoolClient> {
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('create temp table number (value int primary key, half float8)')
  return client
}

function encode(valueAt: (index: number) => number): CopyEncoder {
  const rows = new CopyEncoder()
  for (let index = 0; index < count; index += 1) {
    rows.row(2, 32)
    rows.int4(valueAt(index))
    rows.float8(index / 2)
  }
  return rows
}

test('all rows arrive, whatever the number of messages', async () => {
  const client = await openTable()
  await copyInto(
    client,
    'number (value, half)',
    encode((index) => index),
  )
  const { rows } = await client.query(
    'select count(*)::int as count, sum(value)::float8 as sum, sum(half) as half from number',
  )
  const sum = (count * (count - 1)) / 2
  expect(rows).toEqual([{ count, sum, half: sum / 2 }])
})

test('rows that are refused while others are still being sent fail the COPY, and the connection can be used again', async () => {
  const client = await openTable()
  await client.query('begin')
  const rows = encode((index) => Math.max(index, 1))
  await expect(copyInto(client, 'number (value, half)', rows)).rejects.toMatchObject({ code: '23505' })
  await client.query('rollback')
  await copyInto(
    client,
    'number (value, half)',
    encode((index) => index),
  )
  expect((await client.query('select count(*)::int as count from number')).rows).toEqual([{ count }])
})

import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { arrayParameter } from './array-parameter.ts'

const { pool } = await testApp()

test.each([
  [
    'float4',
    'real',
    [0, -0.5, 21.3, null, NaN, 3.4028234663852886e38],
    [0, -0.5, 21.3, null, null, 3.4028235e38],
  ],
  ['float8', 'double precision', [1790000000.123, null, -1e-300], [1790000000.123, null, -1e-300]],
  ['int4', 'int', [0, -1, 2147483647, null], [0, -1, 2147483647, null]],
  ['bool', 'bool', [true, false, null], [true, false, null]],
] as const)('an array of %s arrives in PostgreSQL as %s[]', async (type, name, given, expected) => {
  const rows = given.map((value) => ({ value }))
  const parameter = arrayParameter(type, rows, ({ value }) => value)
  const answer = await pool.query(
    `select x from unnest($1::${name}[]) with ordinality as u (x, nth) order by nth`,
    [parameter],
  )
  expect(answer.rows.map(({ x }) => x)).toEqual(expected)
})

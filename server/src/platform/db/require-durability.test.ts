import { expect, test } from 'vitest'
import { findLossySetting } from './require-durability.ts'

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

test.each(['fsync', 'full_page_writes', 'synchronous_commit'] as const)(
  'a database with %s off can lose committed data',
  (name) => {
    expect(findLossySetting({ ...durable, [name]: 'off' })).toBe(name)
  },
)

test.each(['on', 'local', 'remote_write', 'remote_apply'])(
  'a database with synchronous_commit %s keeps committed data',
  (synchronous_commit) => {
    expect(findLossySetting({ ...durable, synchronous_commit })).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { rebind } from '../../../test/rebind.ts'

test('a name that resolves differently 10,000 times never leads to this machine', async () => {
  expect(await rebind(10_000)).toEqual({ resolved: 10_000, connections: 0 })
}, 600_000)

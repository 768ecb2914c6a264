import { expect, test } from 'vitest'
import { authorizationMatrix } from '../test/authorization/matrix.ts'
import { lowestRole, matrixRows } from '../test/authorization/rows.ts'
import { testApp } from '../test/test-app.ts'

const { callers, checkCaller, checkReferences, hiddenRows } = await authorizationMatrix(await testApp())
const highest = callers.find(({ role }) => role?.priority === 100)

/** Of the roles, only the lowest that may call the endpoint, or the highest if none may. The nightly run takes all. */
const named = matrixRows.map((row) => [row.name, row] as const)

test.each(named)(
  '%s reveals and changes nothing out of reach, and responds as if it did not exist',
  async (_name, row) => {
    const taken = lowestRole(row.endpoint, callers) ?? highest
    const sample = callers.filter((caller) => !caller.role || caller.isStranger || caller === taken)
    const before = await hiddenRows()
    const faults = await checkReferences(row)
    for (const caller of sample) faults.push(...(await checkCaller(row, caller)))
    expect(faults).toEqual([])
    expect(await hiddenRows()).toBe(before)
  },
)

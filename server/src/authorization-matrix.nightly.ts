import { expect, test } from 'vitest'
import { authorizationMatrix } from '../test/authorization/matrix.ts'
import { matrixRows } from '../test/authorization/rows.ts'
import { testApp } from '../test/test-app.ts'

const { callers, checkCaller, hiddenRows } = await authorizationMatrix(await testApp())

test.each(matrixRows.map((row) => [row.name, row] as const))(
  '%s reveals and changes nothing out of reach, for any caller',
  async (_name, row) => {
    const before = await hiddenRows()
    const faults: string[] = []
    for (const caller of callers) faults.push(...(await checkCaller(row, caller, true)))
    expect(faults).toEqual([])
    expect(await hiddenRows()).toBe(before)
  },
)

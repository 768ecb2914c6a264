import { expect, test } from 'vitest'
import type { Execute } from '../../../platform/db/execute.queries.ts'
import { endSwitchedOff } from './end-switched-off.command.ts'

/** More than a call can have arguments. */
const count = 150_000

test('more alerts of a type than a call can have arguments end at once', async () => {
  const open = Array.from({ length: count }, (_, deviceNo) => ({ deviceNo, typeKey: 'Vape' }))
  const endedAt = new Date()
  const ended = open.map(({ deviceNo }) => ({
    id: `${deviceNo}`,
    deviceId: `${deviceNo}`,
    sitePath: 'site/',
    endedAt,
  }))
  // Answers as the database would, which needs minutes for that many.
  const execute: Execute = async <Row>(text: string) => {
    if (text.includes('returning id')) return ended as Row[]
    return text.includes('from alert') && text.startsWith('select') ? (open as Row[]) : []
  }
  const events = await endSwitchedOff(execute, { sitePath: 'site/' }, { at: endedAt, userId: 'user' })
  expect(events).toHaveLength(count)
})

import { expect, test } from 'vitest'
import { readPartsOfMany } from './parts-of-many.queries.ts'

test('the minutes of more sources than a call can have arguments are read at once', async () => {
  const sources = Array.from({ length: 150_000 }, () => ({ no: 7, from: 0 }))
  const wanted = { sources, to: 3_600_000, isMerged: false }
  const statements: string[] = []
  const execute = async (text: string) => {
    statements.push(text)
    return []
  }
  await readPartsOfMany(execute, 'minute', wanted, ['noise'], () => undefined)
  expect(statements.at(-1)).toContain('from reading_minute_chunk')
})

import { expect, test } from 'vitest'
import { createSecretToken } from './secret-token.ts'

test('a token has 43 characters, and the first is none that spreadsheets or commands treat in a special way', () => {
  const tokens = Array.from({ length: 2000 }, createSecretToken)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/)
  expect(new Set(tokens).size).toBe(2000)
})

import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { sendStep } from './send-step.ts'

const refuse = (code: ApiError['code']) => () => Promise.reject(new ApiError(400, code, 'no'))
const handledHere = ['invalid_code'] as const

test('a successful step returns its response', async () => {
  expect(await sendStep(async () => 'tokens', { handledHere, follow: async () => true })).toBe('tokens')
})

test('a refusal that leads to another page is followed, and returns nothing', async () => {
  const followed: string[] = []
  const follow = async (error: ApiError) => Boolean(followed.push(String(error.code)))
  expect(await sendStep(refuse('session_expired'), { handledHere, follow })).toBeUndefined()
  expect(followed).toEqual(['session_expired'])
})

test('an error that can be retried on the page is thrown to it', async () => {
  const step = sendStep(refuse('invalid_code'), { handledHere, follow: async () => true })
  await expect(step).rejects.toMatchObject({ code: 'invalid_code' })
})

test('an error that leads nowhere is thrown to the page', async () => {
  const step = sendStep(refuse('rate_limited'), { handledHere, follow: async () => false })
  await expect(step).rejects.toMatchObject({ code: 'rate_limited' })
})

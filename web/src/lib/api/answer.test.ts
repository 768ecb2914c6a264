import { expect, test } from 'vitest'
import { answerOf } from './answer.ts'

const json = (response: Response) => response.json()

test.each([
  [new Response('{"Id":"a"}', { status: 201, statusText: 'Created' }), 201, 'Created', true, { Id: 'a' }],
  [new Response('{"ErrorCode":"own_site"}', { status: 409 }), 409, '', false, { ErrorCode: 'own_site' }],
  [new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), 502, 'Bad Gateway', false, undefined],
])(
  'a response is reduced to its status, whether it is a success, and data (%#)',
  async (response, ...kept) => {
    const [status, statusText, isSuccess, data] = kept
    expect(await answerOf(response, json)).toEqual({ status, statusText, isSuccess, data })
  },
)

test('the data of a success is read with the given function', async () => {
  const answer = await answerOf(new Response('a,b', { status: 200 }), (response) => response.text())
  expect(answer.data).toBe('a,b')
})

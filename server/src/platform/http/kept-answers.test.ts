import { expect, test } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

test('a response is created again after its version has changed, and after eight others were requested', async () => {
  const keep = createKeptAnswers<string>()
  const made: string[] = []
  const ask = async (key: string, version: string) => {
    const answer = await keep({ key, version }, async () => {
      made.push(`${key}${version}`)
      return `${key}${version}`
    })
    expect(answer.bytes.toString()).toBe(JSON.stringify(`${key}${version}`))
  }
  await ask('a', '1')
  await ask('a', '1')
  await ask('b', '1')
  await ask('a', '2')
  await ask('a', '1')
  expect(made).toEqual(['a1', 'b1', 'a2', 'a1'])
  for (let n = 0; n < 7; n++) await ask(`other ${n} `, '1')
  await ask('a', '1')
  expect(made).toHaveLength(11)
  await ask('b', '1')
  expect(made).toHaveLength(12)
})

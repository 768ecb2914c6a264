import { auth } from '@eot/contract/auth'
import type { TestApp } from './test-app.ts'

const parallel = 50

/** Refreshes each generation of a session's tokens in 50 parallel requests. Returns the number of successors of each. */
export async function countSuccessors(
  { call, signIn }: Pick<TestApp, 'call' | 'signIn'>,
  generations: number,
): Promise<number[]> {
  const counts: number[] = []
  let { RefreshToken } = await signIn()
  for (let generation = 0; generation < generations; generation++) {
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => call(auth.refresh, { body: { RefreshToken } })),
    )
    const refused = answers.find(({ status }) => status !== 200)
    if (refused) throw new Error(`generation ${generation} got the status ${refused.status}: ${refused.text}`)
    const successors = new Set(answers.map(({ data }) => data.RefreshToken))
    counts.push(successors.size)
    ;[RefreshToken = ''] = successors
  }
  return counts
}

import { endpoints } from '@eot/contract/endpoints'
import { users } from '@eot/contract/users'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFault } from '../test/documented-answer.ts'
import { hostileCallers } from '../test/hostile-callers.ts'
import { describeRequest, mutatedRequests } from '../test/mutated-requests.ts'
import { noteFailures } from '../test/note-failures.ts'
import { longestStallMs, watchStalls } from '../test/stall-watch.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const { administrator, headersFor, knownFor } = await hostileCallers(app)
/** For each seed, so that every operation gets 100 requests. */
const runs = 50
const seeds = { fixed: 7, random: Number(process.env.SEED ?? Date.now() % 2 ** 31) }

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test.each(named)(
  '%s responds to mutated requests as documented, without a stall',
  async (_name, endpoint) => {
    const failures = noteFailures()
    const stalls = watchStalls()
    const requests = mutatedRequests(endpoint, await knownFor(endpoint), headersFor(endpoint))
    for (const seed of Object.values(seeds))
      for (const request of fc.sample(requests, { numRuns: runs, seed })) {
        const shown = `SEED=${seed}\n${describeRequest(request)}`
        stalls.reset()
        let answer = await app.server.inject(request as object) // any method
        // The first request of a kind also compiles code, so a slow one is measured again.
        if ((await stalls.longestMs()) > longestStallMs) {
          stalls.reset()
          answer = await app.server.inject(request as object)
        }
        expect(await stalls.longestMs(), shown).toBeLessThanOrEqual(longestStallMs)
        expect(findFault(request.method, answer), shown).toBeUndefined()
      }
    expect(failures).toEqual([])
  },
)

test('the user who sent them is still signed in', async () => {
  expect((await app.call(users.me, {}, { as: administrator })).status).toBe(200)
})

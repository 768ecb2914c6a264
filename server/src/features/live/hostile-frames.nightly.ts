import { afterAll, test } from 'vitest'
import { expectHarmless } from '../../../test/live-attack.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const frames = Number(process.env.FRAMES ?? 500_000)

test.each([
  ['a user', true],
  ['an anonymous client', false],
])(
  '500,000 broken frames from %s cause no failure or stall, open no foreign room and leave no room behind',
  async (_who, isSignedIn) => {
    await expectHarmless(app, { frames, seed, isSignedIn })
  },
)

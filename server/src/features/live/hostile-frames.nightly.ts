import { afterAll, test } from 'vitest'
import { expectHarmless } from '../../../test/live-attack.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const frames = Number(process.env.FRAMES ?? 500_000)

test.each([
  ['a user', true],
  ['somebody anonymous', false],
])(
  '500,000 broken frames of %s fail and stall nothing, open no foreign room and leave none behind',
  async (_who, isSignedIn) => {
    await expectHarmless(app, { frames, seed, isSignedIn })
  },
)

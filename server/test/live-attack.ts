import { expect, vi } from 'vitest'
import { bombardLive } from './hostile-frames.ts'
import { connectLive, join } from './live-client.ts'
import { noteFailures } from './note-failures.ts'
import type { testLive } from './test-live.ts'

interface Attack {
  frames: number
  seed: number
  isSignedIn: boolean
}

/** Attacks the live connections. Expects that other users are not affected, nothing stalls and nothing leaks. */
export async function expectHarmless(
  app: Awaited<ReturnType<typeof testLive>>,
  { frames, seed, isSignedIn }: Attack,
): Promise<void> {
  const failures = noteFailures()
  const shown = `SEED=${seed}`
  const [own, foreign] = [await app.make.device(), await app.make.device()]
  const witnessed = await app.make.device()
  if (!own.site || !foreign.site || !witnessed.site) throw new Error('these devices stand at sites')
  const attacker = await app.signIn({ site: own.site })
  const witness = await connectLive(app.url, (await app.signIn({ site: witnessed.site })).AccessToken)
  expect(await join(witness, 'readings', witnessed.site.id, witnessed.id)).toEqual({ ok: true })
  const allowed = [witnessed.site.id, witnessed.id, ...(isSignedIn ? [own.site.id, own.id] : [])]
  await bombardLive(
    {
      url: app.url,
      ids: [own.site.id, own.id, foreign.site.id, foreign.id],
      token: isSignedIn ? attacker.AccessToken : undefined,
    },
    {
      frames,
      seed,
      meanwhile() {
        expect(allowed, shown).toEqual(expect.arrayContaining(app.hub.places()))
      },
    },
  )
  await vi.waitFor(
    () => {
      expect(app.hub.connectionCount(), shown).toBe(1)
      expect(app.hub.places().sort(), shown).toEqual([witnessed.site?.id, witnessed.id].sort())
    },
    { timeout: 60_000 },
  )
  expect(await join(witness, 'alerts', witnessed.site.id), shown).toEqual({ ok: true })
  expect(failures, shown).toEqual([])
}

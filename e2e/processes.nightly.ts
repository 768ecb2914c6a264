import { signInAsAdministrator } from '@eot/server/test/portal-client'
import { expect, onTestFinished, test } from 'vitest'
import { useBrowser, type Visit } from './src/browser.ts'
import { countPrepared } from './src/citus/cluster.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import type { Ledger } from './src/crash/ledger.ts'
import { readStored } from './src/crash/stored.ts'
import { pause } from './src/laden-program.ts'
import { killOne, type Victim, victims } from './src/processes/kill.ts'
import { missing } from './src/processes/start-processes.ts'
import { type Reporting, startReporting } from './src/processes/start-reporting.ts'
import { prepareWitnesses } from './src/processes/witnesses.ts'
import { signInByForm } from './src/screens.ts'

const title = missing && ` (${missing})`
const killCount = Number(process.env.KILLS ?? 50)
const longestPauseMs = 4_000
/** One in this many kills does not wait until everything is running again. */
const hastyShare = 0.25

const visit = useBrowser()

test.skipIf(missing)(
  `kill -9 of processes of the program, of nginx and of database servers loses and doubles nothing, and the portal goes on${title}`,
  async () => {
    const place = await startReporting(killCount)
    const { random, live, nginx } = place
    const witnesses = await prepareWitnesses(place.portal, place, killCount + 1, place.fail)
    onTestFinished(() => Promise.all(witnesses.senders.map((sender) => sender.close())).then(() => {}))
    const { page } = await openLivePage(place)
    const after: Partial<Record<Victim, string[]>> = {}
    for (let kill = 0; kill < killCount; kill += 1) {
      const victim = victims[Math.floor(random() * victims.length)] ?? 'api'
      await pause(random() * longestPauseMs)
      witnesses.raise()
      await pause(random() * 200)
      await killOne(victim, place, random)
      if (random() < hastyShare) continue
      const [shown, signedIn] = await Promise.all([live.untilShown(page), untilSignedIn(nginx.origin)])
      after[victim] = [...(after[victim] ?? []), `${shown}/${signedIn}`]
      await place.untilReady()
      place.check()
    }
    tell(`ms until the live page showed a new reading / a sign-in succeeded: ${JSON.stringify(after)}`)
    const { faults } = await openLivePage(place)
    expect(faults).toEqual([])
    witnesses.raise()
    await place.finish(witnesses.senders)
    const repeats = await witnesses.expectToldOnce(killCount)
    tell(`${killCount + 1} emails, ${repeats.mails} repeats; as many webhooks, ${repeats.webhooks} repeats`)
    await expectStopped(place)
    const stored = await readStored(place.cluster.pool, place.ledgers)
    tell(`${stored.readings.stored} readings, ${stored.alerts.stored.length} alerts`)
    expectUnharmed(place.ledgers, stored)
  },
)

/** `autosave_interval` of Mosquitto, and what saving may take. */
const savedWithinMs = 7_000
/** Until a process knows that its connection to the broker is gone. */
const noticedWithinMs = 500

test.skipIf(missing)(
  `kill -9 of Mosquitto loses at most readings that it acknowledged in the seconds before, or until processes are back${title}`,
  async () => {
    const kills = Math.ceil(killCount / 5)
    const place = await startReporting(kills)
    const outages: { killedAt: number; backAt: number }[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      // Mosquitto knows its subscribers again only if it has saved them.
      await pause(savedWithinMs + place.random() * longestPauseMs)
      if (kill % 2 === 1) await killOne('ingest', place, place.random)
      await pause(place.random() * 2000)
      const killedAt = Date.now()
      await killOne('mosquitto', place, place.random)
      await pause(noticedWithinMs)
      await place.untilReady()
      outages.push({ killedAt, backAt: Date.now() })
      place.check()
    }
    await place.finish()
    await expectStopped(place)
    const before: number[] = []
    const isExcused = (ledger: Ledger, n: number) => {
      const at = ledger.acknowledgedAt(n) ?? 0
      const outage = outages.find(({ killedAt, backAt }) => at > killedAt - savedWithinMs && at <= backAt)
      if (outage && at <= outage.killedAt) before.push(outage.killedAt - at)
      return outage !== undefined
    }
    const stored = await readStored(place.cluster.pool, place.ledgers, isExcused)
    const { readings } = stored
    const oldest = Math.max(0, ...before)
    tell(
      `${kills} kills: ${readings.stored} readings, ${readings.excused} lost, ${before.length} of them acknowledged up to ${oldest} ms before a kill`,
    )
    expectUnharmed(place.ledgers, stored)
  },
)

async function openLivePage({ live, livePage, nginx }: Reporting): Promise<Visit> {
  const visited = await visit({ ignoreHTTPSErrors: true })
  await signInByForm(visited.page, nginx.origin)
  await visited.page.goto(livePage)
  await live.untilShown(visited.page)
  return visited
}

/** How long it takes until a sign-in succeeds, in ms. */
async function untilSignedIn(origin: string): Promise<number> {
  const startedAt = performance.now()
  const isIn = () =>
    signInAsAdministrator(origin).then(
      () => true,
      () => false,
    )
  await expect.poll(isIn, { timeout: 90_000, interval: 100 }).toBe(true)
  return Math.round(performance.now() - startedAt)
}

async function expectStopped({ cluster, programs }: Reporting): Promise<void> {
  await expect.poll(() => countPrepared(cluster.nodes), { timeout: 120_000, interval: 1000 }).toBe(0)
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual(programs.map(() => 0))
}

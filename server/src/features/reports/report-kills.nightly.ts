import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const program = fileURLToPath(new URL('../../../test/report-program.ts', import.meta.url))
const hourMs = 3_600_000
/** Clocks go back in Europe on October 25 and in North America on November 1. */
const [from, until] = [Date.parse('2026-10-18T00:00:00Z'), Date.parse('2026-11-10T00:00:00Z')]
const kills = 20
const longestLookHours = 30

const app = await testApp()
const { db, make, pool } = app

/** Runs a process that is restarted whenever it ends. */
function keepRunning(state: { now: number; isOver: boolean }) {
  let answered: () => void = () => undefined
  let child = start()
  function start(): ChildProcess {
    const started = fork(program, [app.url, String(state.now)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => message === 'planned' && answered())
    started.on('exit', () => {
      answered()
      if (!state.isOver) child = start()
    })
    return started
  }
  return {
    /** Lets it plan. Resolves once it has planned, or has died. */
    async look(at: number): Promise<void> {
      if (!child.connected) return
      const answer = new Promise<void>((resolve) => {
        answered = resolve
      })
      child.send(at, () => undefined)
      await answer
    },
    async kill(): Promise<void> {
      const killed = child
      killed.kill('SIGKILL')
      if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'exit')
    },
    stop() {
      child.kill('SIGKILL')
    },
  }
}

/** Returns the weeks whose reports are due in (from, until] in local time of a zone. */
function weeksOf(zone: string): string[] {
  const found: string[] = []
  for (let monday = Temporal.PlainDate.from('2026-10-05'); ; monday = monday.add({ weeks: 1 })) {
    const due = monday.add({ weeks: 1 }).toZonedDateTime({ timeZone: zone, plainTime: '06:00' })
    if (due.epochMilliseconds > until) return found
    if (due.epochMilliseconds > from) found.push(`${monday}`)
  }
}

test('two processes that are killed twenty times generate one report for each week of a site in each time zone, and send it once', async () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const zoneOf = new Map<string, string>()
  for (const time_zone of zones) {
    const site = await make.site({ time_zone })
    const user = await make.user({ site, role: 'Site Manager' })
    const { id } = await make.subscription({ site, alert_types: ['Pdf-Weekly'] })
    await db
      .insertInto('subscription_user')
      .values({ subscription_id: id, stage: 1, user_id: user.id })
      .execute()
    zoneOf.set(site.id, time_zone)
  }
  await pool.query('analyze')
  const state = { now: from, isOver: false }
  const processes = [keepRunning(state), keepRunning(state)]
  try {
    // Planning begins.
    const countCursors = async () => (await db.selectFrom('report_cursor').select('site_id').execute()).length
    while ((await countCursors()) < zones.length)
      await Promise.all([delay(100), ...processes.map((one) => one.look(from))])

    let killed = 0
    let looks = 0
    const killsUntil = (at: number) => Math.floor(((at - from) / (until - from)) * kills)
    while (state.now < until) {
      state.now = Math.min(until, state.now + Math.ceil(Math.random() * longestLookHours) * hourMs)
      looks += 1
      const all = Promise.all(processes.map((one) => one.look(state.now)))
      while (killed < killsUntil(state.now)) {
        // While it plans, or generates a report.
        await delay(Math.random() * 1500)
        await processes[killed % 2]?.kill()
        killed += 1
      }
      await all
    }
    expect(killed).toBe(kills)
    const countWaiting = async () =>
      (await db.selectFrom('report').where('state', '=', 'Waiting').select('id').execute()).length
    let waiting = Number.POSITIVE_INFINITY
    while (waiting > 0) {
      // A process that was killed in the last look has not planned yet.
      await Promise.all(processes.map((one) => one.look(until)))
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)
      await delay(500)
      waiting = await countWaiting()
    }
    const made = await db.selectFrom('report').select(['id', 'site_id', 'first_day', 'state']).execute()
    process.stderr.write(`${made.length} reports, ${looks} looks, ${killed} kills\n`)
    expect(new Set(made.map(({ state }) => state))).toEqual(new Set(['Ready']))
    const bySite = Map.groupBy(made, ({ site_id }) => site_id)
    for (const [site, zone] of zoneOf)
      expect([
        zone,
        bySite
          .get(site)
          ?.map(({ first_day }) => first_day)
          .sort(),
      ]).toEqual([zone, weeksOf(zone)])
    const told = await db
      .selectFrom('message')
      .where('kind', '=', 'Report')
      .select(sql<string>`details ->> 'reportId'`.as('report'))
      .execute()
    expect(told.map(({ report }) => report).sort()).toEqual(made.map(({ id }) => id).sort())
  } finally {
    state.isOver = true
    for (const one of processes) one.stop()
  }
})

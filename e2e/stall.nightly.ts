import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { expect, test } from 'vitest'
import { installProgram } from './src/started-program.ts'
import { startSteadySensor } from './src/steady-sensor.ts'

const script = fileURLToPath(new URL('src/stalling-program.ts', import.meta.url))
/** Longer than until the program reports that it is not ready. The program itself waits for 40. */
const checks = 12
const patience = { timeout: 60_000 }

test.each([
  ['device writer', '^copy reading '],
  ['fire-timers', 'from alert_timer t'],
])(
  'hanging work (%s) makes the program not ready and then restart by itself, and nothing acknowledged is lost',
  async (part, statement) => {
    const place = await installProgram(script)
    const armed = join(place.dataDir, 'stall')
    const program = place.start({
      STALLED_STATEMENT: statement,
      STALL_FILE: armed,
      STALL_CHECKS: String(checks),
      LOG_LEVEL: 'silent',
    })
    const { http, mqtt } = await program.ready
    const portal = await signInAsAdministrator(http)
    const site = await createSite(portal, { Name: 'Stalled', TimeZone: 'Europe/Berlin' })
    const [device] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
    if (!device) throw new Error('no device was created')
    const sensor = await startSteadySensor(`mqtt://127.0.0.1:${mqtt}`, device)
    await expect.poll(() => sensor.acknowledged.length, patience).toBeGreaterThan(100)

    await writeFile(armed, '')
    const faults = async () => {
      const response = await fetch(`${portal.url}/health/ready`).catch(() => undefined) // while it restarts
      return ((await response?.json()) as { faults: string[] } | undefined)?.faults // by operator-pages.ts
    }
    await expect.poll(faults, patience).toContain(`no progress: ${part}`)
    await expect.poll(faults, patience).toEqual([])
    const before = sensor.acknowledged.length
    await expect.poll(() => sensor.acknowledged.length, patience).toBeGreaterThan(before + 100)
    await sensor.finish()
    expect(await program.stop()).toBe(0)
    expect(await place.storedInstants()).toEqual(sensor.acknowledged.toSorted((a, b) => a - b))
  },
)

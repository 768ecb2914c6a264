import { rm } from 'node:fs/promises'
import { createLog } from '@eot/server/platform/log'
import { createStops } from '@eot/server/platform/stops'
import { parseConfig } from '@eot/server/program/config'
import { type Foundation, layFoundation } from '@eot/server/program/foundation'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { onTestFinished } from 'vitest'
import { type DemoSite, planOrganization } from '../src/organization.ts'
import type { DemoPlan } from '../src/prepare-demo.ts'

/** Creation time of demos in tests: a school morning, fixed so that the same incidents happen each time. */
export const madeAt = new Date('2026-11-20T16:20:30Z')

const district: DemoSite = {
  name: 'District',
  organizationType: 'District',
  timeZone: 'America/Chicago',
  people: [{ name: 'Ada Example', role: 'Site Staff', title: 'Custodian' }],
  sites: [
    {
      name: 'School',
      organizationType: 'School',
      rooms: [
        ['Restroom', 'restroom'],
        ['Hallway', 'corridor'],
        ['Room 1', 'classroom'],
      ],
    },
    {
      name: 'Far School',
      organizationType: 'School',
      timeZone: 'America/St_Johns',
      rooms: [['Hall', 'gym']],
    },
  ],
}

/** Four devices and eight days of history. */
export const smallPlan: DemoPlan = {
  sites: planOrganization(district, 'example.org'),
  administratorEmail: 'root@example.org',
  historyDays: 8,
  visits: [],
  outages: [],
}

/** An empty database and directory, removed when the test ends. `settings` are environment variables. */
export async function foundationOfTest(settings: NodeJS.ProcessEnv = {}): Promise<Foundation> {
  const log = createLog('silent')
  const stops = createStops(log)
  onTestFinished(stops.run)
  const database = await createTestDatabase()
  const dataDir = await makeTemporaryDirectory()
  stops.add(database.drop, () => rm(dataDir, { recursive: true }))
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    ...settings,
  })
  return { ...(await layFoundation(config, log, stops)), clock: () => madeAt }
}

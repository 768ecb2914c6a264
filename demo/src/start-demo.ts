import { type Fleet, startFleet } from '@eot/fleet/start-fleet'
import type { Log } from '@eot/server/platform/log'
import { createStops } from '@eot/server/platform/stops'
import { announceStart, say } from '@eot/server/program/announce-start'
import type { Config } from '@eot/server/program/config'
import { layFoundation } from '@eot/server/program/foundation'
import { openDatabase } from '@eot/server/program/open-database'
import { type Program, startProgram } from '@eot/server/program/start-program'
import { announceAccounts } from './announce-accounts.ts'
import { liveStepMs } from './history-plan.ts'
import type { KeptSecrets } from './kept-secrets.ts'
import { emailDomain, northfieldSchools } from './northfield-schools.ts'
import { northfieldOutages, northfieldVisits } from './northfield-visits.ts'
import { webhookPauses } from './northfield-webhooks.ts'
import { planOrganization } from './organization.ts'
import { prepareDemo } from './prepare-demo.ts'

const historyDays = 90

/**
 * Starts the program on the demo's database, with simulated devices that report to it. The database is filled before the
 * program accepts connections.
 */
export async function startDemo(
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<{ stop(): Promise<void>; canRestart(): Promise<boolean> }> {
  const stops = createStops(log)
  let program: Program | undefined
  try {
    const database = await openDatabase(config, log)
    stops.add(database.stop)
    const opened = { ...config, databaseUrl: database.url }
    const secrets = await prepare(opened, log, signal)
    program = await startProgram(opened, log)
    stops.add(program.stop)
    const fleet = startDevices(config, log, program, secrets)
    if (fleet) stops.add(() => fleet.stop())
    announceAccounts(secrets.accounts, say)
    announceStart(config, program)
  } catch (error) {
    if (error !== signal.reason) {
      await stops.run()
      throw error
    }
    say('stopped before the demo was complete; the next start will start over')
  }
  return { stop: stops.run, canRestart: async () => program?.canRestart() ?? false }
}

async function prepare(config: Config, log: Log, signal: AbortSignal): Promise<KeptSecrets> {
  const stops = createStops(log)
  try {
    const plan = {
      sites: planOrganization(northfieldSchools, emailDomain),
      administratorEmail: `admin@${emailDomain}`,
      historyDays,
      visits: northfieldVisits,
      lastVisits: webhookPauses,
      outages: northfieldOutages,
    }
    return await prepareDemo(await layFoundation(config, log, stops), plan, { signal, say })
  } finally {
    await stops.run()
  }
}

function startDevices(
  config: Config,
  log: Log,
  { mqttPort }: Program,
  { devices }: KeptSecrets,
): Fleet | undefined {
  // A process without ingestion has no broker for the devices to report to.
  if (mqttPort === null) return undefined
  const isEveryAddress = config.host === '0.0.0.0' || config.host === '::'
  return startFleet({
    devices,
    mqttUrl: config.mqttUrl ?? `mqtt://${isEveryAddress ? '127.0.0.1' : config.host}:${mqttPort}`,
    intervalMs: liveStepMs,
    incidents: 'normal',
    onIncident: ({ name }, incident) =>
      log.info({ room: name, incident: incident.name }, 'simulated incident'),
    onTrouble: ({ name }, error) => log.warn({ err: error, room: name }, 'simulated device error'),
  })
}

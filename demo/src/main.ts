import { createLog } from '@eot/server/platform/log'
import { runUntilStopped } from '@eot/server/platform/run-until-stopped'
import { parseConfig } from '@eot/server/program/config'
import { startDemo } from './start-demo.ts'

// Creating the demo takes a while and can be interrupted.
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())

await runUntilStopped(async () => {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  return { log, ...(await startDemo(config, log, stopping.signal)) }
})

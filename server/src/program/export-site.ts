import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connectForCommand } from '../platform/db/command-connection.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { exportSite } from './export-site.command.ts'
import { runCommand } from './run-command.ts'
import { showProgress } from './show-progress.ts'

await runCommand(async ({ url }) => {
  const { siteId, directory, below } = readArguments()
  const client = await connectForCommand(url)
  // Used so that a directory with the final name is always complete.
  const draft = `${directory}.part`
  const { onProgress, end } = showProgress()
  try {
    const exported = { client, siteId, directory: draft, below, takenAt: new Date(), onProgress }
    const { devices, rows } = await exportSite(exported)
    await rename(draft, directory)
    end()
    say(
      `exported ${devices} devices with ${rows.toLocaleString('en-US')} rows of measured values: ${directory}`,
    )
    say('the files contain personal data; README.md explains them')
    return 0
  } catch (error) {
    end()
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
})

function readArguments() {
  const usage = 'usage: npm run export-site -- [--without-sub-sites] SITE_ID DIRECTORY'
  try {
    const options = { 'without-sub-sites': { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [siteId, directory, ...more] = positionals
    if (siteId === undefined || directory === undefined || more.length > 0) throw new StartRefused(usage)
    const path = resolve(process.env.INIT_CWD ?? '.', directory)
    if (existsSync(path) || existsSync(`${path}.part`))
      throw new StartRefused(`${path} exists already; name a new directory`)
    return { siteId, directory: path, below: !values['without-sub-sites'] }
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(usage, { cause: error })
  }
}

import { checkAuditLog } from '../access/audit-check.queries.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ pool }) => {
  const { faults, hash, position, rows } = await checkAuditLog(pool, witnessOf(process.argv[2]))
  for (const fault of faults) say(fault)
  say(`${faults.length} faults in ${rows} rows; the log ends at ${position}:${hash}`)
  return faults.length === 0 ? 0 : 1
})

/** Parses the end of the log as printed by an earlier check. */
function witnessOf(text: string | undefined) {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (position === undefined || hash === undefined)
    throw new StartRefused('usage: npm run check-audit [-- POSITION:HASH], as an earlier check printed it')
  return { position: Number(position), hash }
}

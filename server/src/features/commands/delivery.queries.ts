import type { CommandResult } from '@eot/contract/commands'
import type { Execute } from '../../platform/db/execute.queries.ts'

/** A command that waits for the answer of its device. */
export interface WaitingCommand {
  id: string
  deviceNo: number
  mac: string
  command: string
  /** Epoch ms. */
  expiresAt: number
}

/** Lists the oldest commands first. */
export const listWaitingCommands = (execute: Execute, now: Date): Promise<WaitingCommand[]> =>
  execute(
    `select c.id, d.no as "deviceNo", d.mac, c.command, extract(epoch from c.expires_at)::float8 * 1000 as "expiresAt"
     from device_command c join device d on d.id = c.device_id
     where c.answered_at is null and c.expires_at > $1 order by c.requested_at, c.id`,
    [now],
  )

export async function noteSent(execute: Execute, ids: readonly string[], at: Date): Promise<void> {
  await execute('update device_command set sent_at = $2 where id = any($1::uuid[]) and answered_at is null', [
    ids,
    at,
  ])
}

/** Stores the answer of a device to its own command. Returns whether the command was waiting for it. */
export async function storeAnswer(
  execute: Execute,
  answer: { id: string; deviceId: string; result: CommandResult; at: Date },
): Promise<boolean> {
  const rows = await execute(
    `update device_command set answered_at = $3, result = $4
     where id = $1 and device_id = $2 and answered_at is null and expires_at > $3 returning id`,
    [answer.id, answer.deviceId, answer.at, answer.result],
  )
  return rows.length > 0
}

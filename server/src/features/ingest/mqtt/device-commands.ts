import type { CommandResult } from '@eot/contract/commands'
import { z } from 'zod'
import type { WaitingCommand } from '../../commands/index.ts'
import type { CommandOutbox } from '../devices/command-outbox.ts'

/** The device's answer on its events topic. */
const AnswerMessage = z.object({ event: z.enum(['refreshed', 'command-refused']), id: z.uuid() })

/** Returns the answer to a command in a device message; undefined for any other message. */
export function parseAnswer(text: string): { id: string; result: CommandResult } | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  const { success, data } = AnswerMessage.safeParse(message)
  if (!success) return undefined
  return { id: data.id.toLowerCase(), result: data.event === 'refreshed' ? 'Done' : 'Refused' }
}

/** Publishes the pending commands of a device. `publish` returns whether anybody has subscribed to them. */
export async function passOn(
  outbox: CommandOutbox,
  mac: string,
  publish: (mac: string, command: object) => Promise<boolean>,
): Promise<void> {
  const sent: WaitingCommand[] = []
  try {
    for (const waiting of outbox.waitingFor(mac)) {
      if (await publish(mac, { command: waiting.command, id: waiting.id })) sent.push(waiting)
    }
  } finally {
    outbox.sent(sent)
  }
}

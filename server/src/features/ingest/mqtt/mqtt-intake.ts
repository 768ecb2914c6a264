import { ingestLimits } from '@eot/contract/ingest'
import { AppError } from '../../../platform/app-error.ts'
import { databaseFailure } from '../../../platform/db/database-failure.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { deductMessage } from '../devices/message-credit.ts'
import { type Intake, readMessage, refusedInput } from '../intake/intake.ts'
import type { Input, Submission } from '../writer/input.ts'
import type { Reason } from '../writer/quarantine-reason.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { parseAnswer } from './device-commands.ts'
import { parseTopic } from './mqtt-topics.ts'
import { parseStatus } from './status-message.ts'

/**
 * Handles one message published by a device. Resolves when all of it is durable; acknowledge it only then. Invalid
 * parts are quarantined, so the device need not send them again. Rejects if nothing can be stored at the moment. Both functions are
 * called when the message is submitted, which may be later than it arrived.
 */
export function takeMessage(
  intake: Intake,
  device: DeviceEntry,
  topic: string,
  payload: Buffer,
  { heardAt, onReceived }: { heardAt?: () => number | undefined; onReceived?: () => void } = {},
): Promise<unknown> {
  const store = () =>
    submitAndWait(intake.writer, (submission) => {
      const inputs = read(intake, device, topic, payload, submission, heardAt?.())
      onReceived?.()
      return inputs
    })
  // Creates no more promises than necessary, since thousands of messages are in progress at a time.
  const isFree =
    intake.directory.isFresh(device) &&
    !intake.writer.refusal() &&
    deductMessage(device, intake.now(), intake.rate) === 0
  const stored = isFree ? store() : waitUntilAllowed(intake, device).then(store)
  const answer = parseTopic(topic)?.name === 'events' ? parseAnswer(payload.toString('utf8')) : undefined
  return answer ? stored.then(() => intake.commands.answer(device, answer.id, answer.result)) : stored
}

async function waitUntilAllowed(intake: Intake, device: DeviceEntry): Promise<void> {
  const refusal = intake.writer.refusal()
  if (refusal?.code === 'overloaded') await intake.writer.room()
  else if (refusal) throw refusal
  await waitForCredit(intake, device)
  await requireCurrent(intake, device)
}

/**
 * Reads a device that stays connected again if something in the catalog has changed, such as its rules, its name or whether its
 * site is active. While that is impossible, for example because API requests use all connections, the device is used as it is
 * known, and its next message tries again. The writer still detects that it was deleted or moved to another customer.
 */
async function requireCurrent({ directory }: Intake, device: DeviceEntry): Promise<void> {
  if (directory.isFresh(device)) return
  const found = await directory.findByMac(device.mac).catch((error: unknown) => {
    if (databaseFailure(error)) return device
    throw error
  })
  if (found !== device) throw new AppError('device_not_found') // its sender connects again, and is then refused
}

/** Quarantines a violation by a client before its connection is closed. */
export async function recordRefusal(
  intake: Intake,
  device: DeviceEntry | null,
  mac: string | null,
  reason: Reason,
  payload: string,
): Promise<void> {
  if (intake.writer.refusal()) return
  await submitAndWait(intake.writer, (submission) => [
    refusedInput({ device, mac, channel: 'mqtt', submission }, { reason }, payload, intake.now()),
  ])
}

function read(
  intake: Intake,
  device: DeviceEntry,
  topic: string,
  payload: Buffer,
  submission: Submission,
  heardAt: number | undefined,
): Input[] {
  const sender = { device, channel: 'mqtt' as const, submission }
  const now = intake.now()
  if (payload.length > ingestLimits.messageBytes)
    return [refusedInput(sender, { reason: 'too large' }, payload.toString('latin1', 0, 1024), now)]
  const name = parseTopic(topic)?.name
  if (name === 'readings') return readMessage(payload, sender, intake).inputs
  const text = payload.toString('utf8')
  switch (name) {
    case 'status': {
      const says = parseStatus(text)
      if (!says) return [refusedInput(sender, { reason: 'not a sample' }, text, now)]
      return [{ kind: 'contact', device, receivedAt: now, heardAt, submission, ...says }]
    }
    case 'events': // a device message with any content is a sign of life
      return [
        {
          kind: 'contact',
          device,
          receivedAt: now,
          submission,
          isOnline: true,
          flags: {},
          firmware: null,
          interval: null,
        },
      ]
    default:
      return [refusedInput(sender, { reason: 'wrong topic' }, `${topic} ${text}`, now)]
  }
}

/** Throttles a flood by leaving its messages unacknowledged; the connection is not read in the meantime. */
async function waitForCredit(intake: Intake, device: DeviceEntry): Promise<void> {
  for (;;) {
    const waitSeconds = deductMessage(device, intake.now(), intake.rate)
    if (waitSeconds === 0) return
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000, waitSeconds * 1000)))
    if (intake.writer.refusal()?.code === 'shutting_down') throw new AppError('shutting_down')
  }
}

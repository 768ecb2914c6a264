import { ingestLimits } from '@eot/contract/ingest'
import { AppError } from '../../../platform/app-error.ts'
import { databaseFailure } from '../../../platform/db/database-failure.ts'
import { ownTurn } from '../../../platform/own-turn.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { deductMessage } from '../devices/message-credit.ts'
import { type Intake, isLongMessage, readMessage, refusedInput } from '../intake/intake.ts'
import { type Input, type OnSettled, Submission } from '../writer/input.ts'
import type { Reason } from '../writer/quarantine-reason.ts'
import { submit, submitAndWait } from '../writer/submit-and-wait.ts'
import { parseAnswer } from './device-commands.ts'
import type { MessageName } from './mqtt-topics.ts'
import { parseStatus } from './status-message.ts'

/** A message published by a device. */
export interface DeviceMessage {
  device: DeviceEntry
  name: MessageName
  payload: Buffer
  /** The connection to our broker over which it came. Absent: it came from another broker. */
  connection?: { heardAt: number; client: { closed: boolean } }
  isLastWill?: boolean
  /** Whether a newer last will of the device makes it pointless to store this one. */
  isSuperseded?: boolean
}

/**
 * Handles one message, and calls `onSettled` when all of it is durable; acknowledge it only then. Invalid parts are quarantined, so the
 * device need not send them again. It fails if nothing can be stored at the moment. A callback instead of a promise, since
 * thousands of messages are in progress at a time.
 */
export function takeMessage(intake: Intake, message: DeviceMessage, onSettled: OnSettled): void {
  const { device } = message
  const now = intake.now()
  const isFree =
    device.waiting === null &&
    !isLongMessage(message.payload.length) &&
    intake.directory.isFresh(device) &&
    !intake.writer.refusal() &&
    deductMessage(device, now, intake.rate) === 0
  if (isFree) store(intake, message, now, onSettled)
  else if (message.isLastWill && message.name === 'status') takeLastWill(intake, message, onSettled)
  else waitInTurn(intake, message).then(() => store(intake, message, intake.now(), onSettled), onSettled)
}

/** Does the same, and resolves when all of it is durable. */
export const takeAndWait = (intake: Intake, message: DeviceMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    takeMessage(intake, message, (error) => (error ? reject(error) : resolve()))
  })

function store(intake: Intake, message: DeviceMessage, now: number, onSettled: OnSettled): void {
  try {
    const submission = new Submission(answering(intake, message, onSettled))
    submit(intake.writer, submission, read(intake, message, now, submission))
  } catch (error) {
    onSettled(error instanceof Error ? error : new Error('failed to submit a message', { cause: error }))
  }
}

/** For the answer to a command: also stores that. */
function answering(
  { commands }: Intake,
  { device, name, payload }: DeviceMessage,
  onSettled: OnSettled,
): OnSettled {
  const answer = name === 'events' ? parseAnswer(payload.toString('utf8')) : undefined
  if (!answer) return onSettled
  return (error) => {
    if (error) onSettled(error)
    else commands.answer(device, answer.id, answer.result).then(() => onSettled(null), onSettled)
  }
}

/** The newest last will of each device that waits for its turn. */
const waitingWills = new WeakMap<DeviceEntry, DeviceMessage>()

/**
 * Of several last wills of a device that wait, only the newest is stored, since a device that connects again and again could send any
 * number of them.
 */
function takeLastWill(intake: Intake, will: DeviceMessage, onSettled: OnSettled): void {
  const { device } = will
  const former = waitingWills.get(device)
  if (former) former.isSuperseded = true
  waitingWills.set(device, will)
  const settle = (finish: () => void) => {
    if (waitingWills.get(device) === will) waitingWills.delete(device)
    if (will.isSuperseded) onSettled(null)
    else finish()
  }
  waitInTurn(intake, will).then(
    () => settle(() => store(intake, will, intake.now(), onSettled)),
    (error) => settle(() => onSettled(error)),
  )
}

/** Waits until all earlier messages of the device may be stored, and then until this one may. Only one of them has a timer at a time. */
function waitInTurn(intake: Intake, message: DeviceMessage): Promise<void> {
  const { device } = message
  const allowed = (device.waiting ?? Promise.resolve()).then(() => waitUntilAllowed(intake, message))
  const over = allowed
    .catch(() => undefined) // told to whoever waits for this message
    .then(() => {
      if (device.waiting === over) device.waiting = null
    })
  device.waiting = over
  return allowed
}

async function waitUntilAllowed(intake: Intake, message: DeviceMessage): Promise<void> {
  const refusal = intake.writer.refusal()
  if (refusal?.code === 'overloaded') await intake.writer.room()
  else if (refusal) throw refusal
  await waitForCredit(intake, message)
  await requireCurrent(intake, message.device)
  if (isLongMessage(message.payload.length)) await ownTurn(Number.POSITIVE_INFINITY)
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

function read(intake: Intake, message: DeviceMessage, now: number, submission: Submission): Input[] {
  const { device, name, payload, connection, isLastWill } = message
  const sender = { device, channel: 'mqtt' as const, submission }
  const heardAt = isLastWill ? connection?.heardAt : undefined
  // Set here rather than when the message arrived: a device that sends too much is not heard while its messages wait.
  if (connection && !isLastWill) connection.heardAt = now
  if (payload.length > ingestLimits.messageBytes)
    return [refusedInput(sender, { reason: 'too large' }, payload.toString('latin1', 0, 1024), now)]
  if (name === 'readings') return readMessage(payload, sender, intake, now).inputs
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
  }
}

/**
 * Throttles a flood by leaving its messages unacknowledged. If their connection ends while they wait, they are dropped, since they
 * can no longer be acknowledged.
 */
async function waitForCredit(intake: Intake, message: DeviceMessage): Promise<void> {
  const { device, connection, isLastWill } = message
  while (!message.isSuperseded) {
    const waitSeconds = deductMessage(device, intake.now(), intake.rate)
    if (waitSeconds === 0) return
    if (connection?.client.closed && !isLastWill) throw new Error('the connection has ended')
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000, waitSeconds * 1000)))
    if (intake.writer.refusal()?.code === 'shutting_down') throw new AppError('shutting_down')
  }
}

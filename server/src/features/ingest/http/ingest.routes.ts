import type { Readable } from 'node:stream'
import { type IngestAnswer, ingest, ingestLimits } from '@eot/contract/ingest'
import { Mac } from '@eot/contract/mac'
import type pg from 'pg'
import type { Caller } from '../../../access/caller.ts'
import { AppError } from '../../../platform/app-error.ts'
import { clientAddress, plainAddress } from '../../../platform/http/client-address.ts'
import { bearerToken, type Call, type Serve } from '../../../platform/http/serve.ts'
import { findGateway } from '../devices/device-directory.queries.ts'
import { hashSecret } from '../devices/device-directory.ts'
import { type DeviceEntry, validKey } from '../devices/device-entry.ts'
import { deductMessage } from '../devices/message-credit.ts'
import { type Intake, type Rejected, readMessage, refusedInput } from '../intake/intake.ts'
import type { Channel } from '../writer/input.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { takeBulk } from './bulk-intake.ts'

export function ingestRoutes(
  serve: Serve<Caller>,
  { intake, pool }: { intake: Intake; pool: pg.Pool },
): void {
  serve(ingest.readings, async ({ request, reply }) => {
    const device = await identify(intake, request.headers.authorization)
    intake.interfaces.note(device, 'Http', plainAddress(clientAddress(request)))
    refuseWhenFull(intake)
    refuseTooMany(intake, device)
    const body = await readBody(request.body as Readable) // unread, since the endpoint streams
    if (body === null) return refuseTooLarge(intake, reply, { device, mac: device.mac, channel: 'http' })
    let rejected: Rejected[] = []
    const submission = await submitAndWait(intake.writer, (ours) => {
      const message = readMessage(body, { device, channel: 'http', submission: ours }, intake)
      rejected = message.rejected
      return message.inputs
    })
    const isUseless = submission.accepted + submission.duplicates === 0 && rejected.length > 0
    if (isUseless && rejected[0]?.Reason === 'not valid JSON') reply.code(400)
    const answered = answer(submission.accepted, submission.duplicates, rejected, rejected.length)
    const waiting = intake.commands.waitingFor(device.mac)
    if (waiting.length === 0) return answered
    intake.commands.sent(waiting)
    return {
      ...answered,
      Commands: waiting.map(({ id, command }) => ({ Id: id, Command: command as 'refresh' })),
    } // as stored
  })

  serve(ingest.answerCommand, async ({ request, params, body }) => {
    const device = await identify(intake, request.headers.authorization)
    refuseTooMany(intake, device)
    const isStored = await intake.commands.answer(device, params.id.toLowerCase(), body.Result)
    if (!isStored) throw new AppError('not_found')
  })

  serve(ingest.bulk, async ({ request, reply }) => {
    const token = bearerToken(request)
    const gateway = token ? await findGateway(pool, hashSecret(token)) : undefined
    if (!gateway) throw new AppError('invalid_gateway_token')
    refuseWhenFull(intake)
    if (Number(request.headers['content-length'] ?? 0) > ingestLimits.bulkBytes) {
      return refuseTooLarge(intake, reply, { device: null, mac: null, channel: 'bulk' })
    }
    const sender = { sitePath: gateway.site_path, ip: plainAddress(clientAddress(request)) }
    const taken = await takeBulk(request.body as Readable, sender, intake) // unread, since the endpoint streams
    return answer(taken.accepted, taken.duplicates, taken.rejected, taken.rejectedCount)
  })
}

function answer(accepted: number, duplicates: number, rejected: Rejected[], count: number): IngestAnswer {
  const listed = {
    Accepted: accepted,
    Duplicates: duplicates,
    Rejected: rejected.slice(0, ingestLimits.rejectedListed),
  }
  return count > listed.Rejected.length ? { ...listed, RejectedCount: count } : listed
}

/** Closes the connection, since the rest of the request stays unread. */
async function refuseTooLarge(
  intake: Intake,
  reply: Call<typeof ingest.bulk, Caller>['reply'],
  sender: { device: DeviceEntry | null; mac: string | null; channel: Channel },
): Promise<never> {
  reply.header('connection', 'close')
  await submitAndWait(intake.writer, (submission) => [
    refusedInput({ ...sender, submission }, 'too large', '', intake.now()),
  ])
  throw new AppError('payload_too_large')
}

function refuseTooMany(intake: Intake, device: DeviceEntry): void {
  const waitSeconds = deductMessage(device, intake.now(), intake.rate)
  if (waitSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil(waitSeconds) })
}

function refuseWhenFull(intake: Intake): void {
  const refusal = intake.writer.refusal()
  if (refusal) throw new AppError(refusal.code, { retryAfterSeconds: 1 })
}

/**
 * The device identified by `Basic MAC:key`. A wrong pair is quarantined and gets the same error, whether or not the
 * device is known.
 */
async function identify(intake: Intake, authorization: string | undefined): Promise<DeviceEntry> {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  // A MAC may contain colons, a key never does.
  const [, user = '', key = ''] =
    /^(.*):([^:]*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  const { data: mac } = Mac.safeParse(user)
  const device = mac === undefined ? undefined : await intake.directory.findByMac(mac)
  if (device && key && validKey(device, hashSecret(key), intake.now())) return device
  if (encoded && !intake.writer.refusal()) {
    const reason = device ? 'wrong key' : 'unknown device'
    await submitAndWait(intake.writer, (submission) => [
      refusedInput(
        { device: device ?? null, mac: user.slice(0, 64), channel: 'http', submission },
        reason,
        '',
        intake.now(),
      ),
    ])
  }
  throw new AppError('invalid_device_key')
}

/** The whole body, or null if it exceeds the maximum message size. */
async function readBody(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > ingestLimits.messageBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

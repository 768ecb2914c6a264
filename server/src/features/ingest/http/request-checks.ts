import type { Readable } from 'node:stream'
import { type IngestAnswer, ingestLimits } from '@eot/contract/ingest'
import { Mac } from '@eot/contract/mac'
import type pg from 'pg'
import { AppError } from '../../../platform/app-error.ts'
import { ownTurn } from '../../../platform/own-turn.ts'
import { findGateway } from '../devices/device-directory.queries.ts'
import { hashSecret } from '../devices/device-directory.ts'
import { type DeviceEntry, validKey } from '../devices/device-entry.ts'
import { deductMessage } from '../devices/message-credit.ts'
import { type Intake, isLongMessage, type Rejected, refusedInput } from '../intake/intake.ts'
import type { Channel } from '../writer/input.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'

export function ingestAnswer(
  accepted: number,
  duplicates: number,
  rejected: Rejected[],
  count: number,
): IngestAnswer {
  const listed = {
    Accepted: accepted,
    Duplicates: duplicates,
    Rejected: rejected.slice(0, ingestLimits.rejectedListed),
  }
  return count > listed.Rejected.length ? { ...listed, RejectedCount: count } : listed
}

/** Closes the connection, since the rest of the request stays unread. */
export async function refuseTooLarge(
  intake: Intake,
  reply: { header(name: string, value: string): unknown },
  sender: { device: DeviceEntry | null; mac: string | null; channel: Channel },
): Promise<never> {
  reply.header('connection', 'close')
  await submitAndWait(intake.writer, (submission) => [
    refusedInput({ ...sender, submission }, { reason: 'too large' }, '', intake.now()),
  ])
  throw new AppError('payload_too_large')
}

export function refuseTooMany(intake: Intake, device: DeviceEntry): void {
  const waitSeconds = deductMessage(device, intake.now(), intake.rate)
  if (waitSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil(waitSeconds) })
}

export function refuseWhenFull(intake: Intake): void {
  const refusal = intake.writer.refusal()
  if (refusal) throw new AppError(refusal.code, { retryAfterSeconds: 1 })
}

/** Throws if the token is missing or revoked, or the site of the gateway or one above is inactive. */
export async function identifyGateway(
  pool: pg.Pool,
  token: string | undefined,
): Promise<{ sitePath: string }> {
  const gateway = token ? await findGateway(pool, hashSecret(token)) : undefined
  if (!gateway) throw new AppError('invalid_gateway_token')
  return { sitePath: gateway.site_path }
}

/** Returns the user and password of a `Basic` header. A MAC may contain colons, a key never does. */
export function basicCredentials(
  authorization: string | undefined,
): { user: string; key: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [, user = '', key = ''] =
    /^(.*):([^:]*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return { user, key }
}

/**
 * Returns the device identified by `Basic MAC:key`. A wrong pair is quarantined and gets the same error, whether or not the
 * device is known.
 */
export async function identifyDevice(
  intake: Intake,
  authorization: string | undefined,
): Promise<DeviceEntry> {
  const given = basicCredentials(authorization)
  const { user, key } = given ?? { user: '', key: '' }
  const { data: mac } = Mac.safeParse(user)
  const device = mac === undefined ? undefined : await intake.directory.findByMac(mac)
  if (device && key && validKey(device, hashSecret(key), intake.now())) return device
  if (given && !intake.writer.refusal()) {
    const reason = device ? 'wrong key' : 'unknown device'
    await submitAndWait(intake.writer, (submission) => [
      refusedInput(
        { device: device ?? null, mac: user.slice(0, 64), channel: 'http', submission },
        { reason },
        '',
        intake.now(),
      ),
    ])
  }
  throw new AppError('invalid_device_key')
}

/**
 * Returns the whole body, or null if it exceeds the maximum message size. A long one is returned in a turn of the event loop of its
 * own, so that the caller can parse it.
 */
export async function readBody(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > ingestLimits.messageBytes) return null
    chunks.push(chunk)
  }
  if (isLongMessage(bytes)) await ownTurn(Number.POSITIVE_INFINITY)
  return Buffer.concat(chunks)
}

/// <reference path="./http-ece.d.ts" />
import { createECDH } from 'node:crypto'
import ece from 'http_ece'
import { importJWK, SignJWT } from 'jose'
import { deriveKey } from './derive-key.ts'
import type { Egress } from './egress/egress.ts'
import { RetryLater } from './jobs/job-run.ts'
import { createPlaces, type Places } from './places.ts'
import { retryAfterMs } from './retry-after.ts'

/** The address of a browser at its push service (W3C Push API). */
export interface PushAddress {
  endpoint: string
  publicKey: string
  authSecret: string
}

export interface OutgoingPush {
  /** The same for every attempt: a push service replaces a waiting message with a later one that has the same id. */
  id: string
  to: PushAddress
  /** At most 3,000 bytes; push services accept 4,096 including the encryption. */
  text: string
  /** A browser that is not connected gets it within this time, or not at all. */
  lifeSeconds: number
}

/** Thrown if the browser no longer accepts messages, or never did: its address must be removed. */
export class PushAddressGone extends Error {
  override name = 'PushAddressGone'
}

/** Thrown if the push service rejected this message permanently. */
export class PushRefused extends Error {
  override name = 'PushRefused'
}

/** Sends messages to browsers, encrypted for each of them (RFC 8030, 8188, 8291, 8292). */
export interface PushSender {
  /** Throws `PushAddressGone` or `PushRefused` if a retry would not help. */
  send(push: OutgoingPush, signal: AbortSignal): Promise<void>
}

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Returns whether a number is a key of the curve P-256, as nearly all of 32 bytes are. */
const isKey = (key: Buffer): boolean => {
  try {
    createECDH('prime256v1').setPrivateKey(key)
    return true
  } catch {
    return false
  }
}

/** The number of messages that may be in flight to one push service. */
export const mostUnderWay = 8
/** A push service that works accepts all waiting messages within this time. */
const waitMs = 1000

/**
 * Makes messages wait for a slow push service without blocking those to others: up to `wait` milliseconds, and then until
 * their jobs are retried.
 */
export function limitPerService(sender: PushSender, wait = waitMs): PushSender {
  const services = new Map<string, Places>()
  return {
    async send(message, signal) {
      const { origin } = new URL(message.to.endpoint)
      const places = services.get(origin) ?? createPlaces(mostUnderWay, wait)
      services.set(origin, places)
      if (!(await places.take())) throw new RetryLater('the push service is slow', 0)
      try {
        await sender.send(message, signal)
      } finally {
        places.leave()
        if (places.areAllFree()) services.delete(origin)
      }
    },
  }
}

/**
 * Returns the keys by which push services recognize this server, in base64url. The same in all processes, since they share the
 * secret key.
 */
export function pushKeys(secretKey: Buffer): PushKeys {
  let key = deriveKey(secretKey, 'web push')
  while (!isKey(key)) key = deriveKey(key, 'web push')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(key)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}

interface Parts {
  keys: PushKeys
  egress: Egress
  /** A contact address of the operator for push services: an https or mailto address. */
  contact: string
}

export function createPushSender({ keys, egress, contact }: Parts): PushSender {
  return {
    async send({ id, to, text, lifeSeconds }, signal) {
      const url = new URL(to.endpoint)
      const request = {
        method: 'POST' as const,
        headers: {
          authorization: await authorize(url.origin),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: lifeSeconds,
          urgency: 'high',
          topic: id.replaceAll('-', ''),
        },
        body: encryptFor(to, text),
      }
      const { status, headers, text: said } = await egress.request(url, request, signal)
      if (status >= 200 && status < 300) return
      // 403: registered with another key, for example before the secret key was replaced.
      if (status === 404 || status === 410 || status === 403) throw new PushAddressGone(String(status))
      const answer = [status, said.slice(0, 200).trim()].filter(Boolean).join(' ')
      if (isFinal(status)) throw new PushRefused(answer)
      throw new RetryLater(answer, retryAfterMs(headers['retry-after'] ?? null))
    },
  }

  /** Proves the sender's identity to the push service (RFC 8292). */
  async function authorize(audience: string): Promise<string> {
    const token = await new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(audience)
      .setSubject(contact)
      .setExpirationTime('1h')
      .sign(await importJWK(asJwk(keys), 'ES256'))
    return `vapid t=${token}, k=${keys.publicKey}`
  }
}

const asJwk = ({ publicKey, privateKey: d }: PushKeys) => {
  // 4, then the two coordinates.
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return { kty: 'EC', crv: 'P-256', x, y, d } as const
}

/** Throws `PushAddressGone` if the browser's keys are invalid. */
function encryptFor({ publicKey, authSecret }: PushAddress, text: string): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  try {
    return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey, dh: publicKey, authSecret })
  } catch {
    throw new PushAddressGone('invalid keys')
  }
}

const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)

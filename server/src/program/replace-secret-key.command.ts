import type { ParamParts } from '@eot/contract/webhook-params'
import { createSecondFactorSeal } from '../features/auth/index.ts'
import { isRunning } from '../features/health/index.ts'
import { createMessageSeal } from '../features/messages/index.ts'
import { createWebhookSeal, hasLostSecrets, listLostSecrets, mapSealed } from '../features/webhooks/index.ts'
import type { Execute } from '../platform/db/execute.queries.ts'
import type { Seal } from '../platform/seal.ts'
import { fingerprintOf } from '../platform/secret-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { changeSealed, deleteSealed, findKeyFingerprint, replaceFingerprint } from './replace-key.queries.ts'

interface Keys {
  key: Buffer
  /** undefined: it is lost. */
  former: Buffer | undefined
}

/** Replaces the secret key in the transaction of `execute`. Returns the lines to tell the operator. Throws `StartRefused`. */
export async function replaceSecretKey(execute: Execute, { key, former }: Keys): Promise<string[]> {
  await refuseWhileRunning(execute)
  const fingerprint = await findKeyFingerprint(execute)
  if (fingerprint?.equals(fingerprintOf(key)))
    throw new StartRefused('this key is already that of the database; nothing was changed')
  if (former && fingerprint && !fingerprint.equals(fingerprintOf(former)))
    throw new StartRefused('FORMER_SECRET_KEY is not the key of this database; nothing was changed')
  const said = former ? await reseal(execute, former, key) : await dropLost(execute, key)
  const codes = await replaceFingerprint(execute, fingerprintOf(key))
  return [...said, `all sessions ended, and ${codes} recovery codes are removed`]
}

/** A running process would go on sealing with the former key. */
async function refuseWhileRunning(execute: Execute): Promise<void> {
  const running = await execute<{ host: string; pid: number }>(
    `select host, pid from process where ${isRunning} order by host, pid`,
    [],
  )
  if (running.length === 0) return
  const names = running.map(({ host, pid }) => `${pid} at ${host}`).join(', ')
  throw new StartRefused(
    `stop the program first; its processes are running, or were killed less than 30 s ago: ${names}`,
  )
}

async function reseal(execute: Execute, former: Buffer, key: Buffer): Promise<string[]> {
  const between = (createSeal: (secretKey: Buffer) => Seal) => {
    const [from, to] = [createSeal(former), createSeal(key)]
    // What an earlier lost key has sealed stays as it is, and is still shown as lost.
    return (sealed: string) => (from.reads(sealed) ? to.seal(from.open(sealed)) : sealed)
  }
  const ofFactors = between(createSecondFactorSeal)
  const factors = { column: 'sealed_secret', key: 'user_id' } as const
  const secondFactors = await changeSealed(execute, { table: 'two_factor', ...factors }, ofFactors)
  await changeSealed(execute, { table: 'two_factor_setup', ...factors }, ofFactors)
  const body = { table: 'message', key: 'id', column: 'sealed_body' } as const
  const mails = await changeSealed(execute, body, between(createMessageSeal))
  const ofWebhooks = between(createWebhookSeal)
  const request = { table: 'webhook_request', key: 'id' } as const
  const requests = await changeSealed(execute, { ...request, column: 'signing_secret' }, ofWebhooks)
  await changeSealed(execute, { ...request, column: 'previous_secret' }, ofWebhooks)
  const rows = (parts: ParamParts) => mapSealed(parts, ofWebhooks)
  await changeSealed(execute, { ...request, column: 'parts', isJson: true }, rows)
  await changeSealed(execute, { table: 'webhook_event', key: 'id', column: 'params', isJson: true }, rows)
  return [
    `the key is replaced: ${secondFactors} second factors, ${mails} stored emails and ${requests} webhook requests are sealed with it`,
  ]
}

async function dropLost(execute: Execute, key: Buffer): Promise<string[]> {
  const { secondFactors, mails } = await deleteSealed(execute)
  const lost = await listLostWebhooks(execute, createWebhookSeal(key))
  return [
    `the key is replaced: ${secondFactors} second factors and ${mails} waiting mails are removed`,
    ...(lost.length > 0 ? ['secrets to be entered again in the portal:', ...lost.sort()] : []),
  ]
}

const words = { Values: 'secret values', SigningSecret: 'signing secret' } as const

interface RequestRow {
  name: string
  place: string
  parts: ParamParts
  signing_secret: string
}

/** Lists the webhooks whose secrets the seal cannot read, as lines with their sites. */
async function listLostWebhooks(execute: Execute, seal: Seal): Promise<string[]> {
  const place = `(select string_agg(above.name, ' / ' order by length(above.path)) from site above
    where starts_with(site.path, above.path))`
  const requests = await execute<RequestRow>(
    `select webhook_request.name, ${place} as place, parts, signing_secret
     from webhook_request join site on site.id = site_id`,
    [],
  )
  const events = await execute<{ name: string; place: string; params: ParamParts }>(
    `select webhook_event.name, ${place} as place, params from webhook_event join site on site.id = site_id`,
    [],
  )
  return [
    ...requests.flatMap((request) => {
      const lost = listLostSecrets(request, seal).map((one) => words[one])
      return lost.length > 0
        ? [`  ${request.place}: webhook request ${request.name}: ${lost.join(', ')}`]
        : []
    }),
    ...events
      .filter(({ params }) => hasLostSecrets(params, seal))
      .map((event) => `  ${event.place}: webhook event ${event.name}: ${words.Values}`),
  ]
}

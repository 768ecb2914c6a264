import type { Readable } from 'node:stream'
import { type AdapterAnswer, adapters, mostIgnored } from '@eot/contract/adapters'
import type pg from 'pg'
import type { Caller } from '../../../access/caller.ts'
import { clientAddress, plainAddress } from '../../../platform/http/client-address.ts'
import { bearerToken, type Serve } from '../../../platform/http/serve.ts'
import { type Adapted, adapt } from '../intake/adapters/adapt.ts'
import { type Mapping, mappings } from '../intake/adapters/mapping.ts'
import { bulkShare, type Intake } from '../intake/intake.ts'
import { parseJson } from '../intake/parse-json.ts'
import { type AdaptedSender, readAdapted } from '../intake/read-adapted.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import {
  basicCredentials,
  identifyDevice,
  identifyGateway,
  ingestAnswer,
  readBody,
  refuseTooLarge,
  refuseTooMany,
  refuseWhenFull,
} from './request-checks.ts'

/** Many products can send a user and a password but no token. */
const gatewayUser = 'gateway'

export function adapterRoutes(
  serve: Serve<Caller>,
  { intake, pool }: { intake: Intake; pool: pg.Pool },
): void {
  serve(adapters.send, async ({ params, query, request, reply }) => {
    // Without this, many clients do not send the password they are configured with.
    reply.header('www-authenticate', 'Basic realm="EoT LIVE"')
    const sender = await identify(request.headers.authorization, bearerToken(request))
    reply.removeHeader('www-authenticate')
    refuseWhenFull(intake)
    const ip = plainAddress(clientAddress(request))
    const { device } = sender
    if (device) {
      intake.interfaces.note(device, 'Http', ip)
      refuseTooMany(intake, device)
    }
    const channel = device ? 'http' : 'bulk'
    const body = await readBody(request.body as Readable) // unread, since the endpoint streams
    if (body === null) return refuseTooLarge(intake, reply, { device, mac: device?.mac ?? null, channel })
    const text = body.toString('utf8')
    const message = parseJson(text)
    const mapping = mappings[params.format]
    const adapted = message === undefined ? undefined : ownOf(mapping, query.event, adapt(mapping, message))
    const read = await readAdapted(adapted, { text, isJson: message !== undefined, ip }, sender, intake)
    // Limited to the share of the queue for bulk, so that devices that send on their own are not delayed.
    if (!device) await intake.writer.room(bulkShare)
    const submission = await submitAndWait(intake.writer, (ours) => read.inputsFor(ours, channel))
    if (!adapted) reply.code(400)
    const { rejected } = read
    return {
      ...ingestAnswer(submission.accepted, submission.duplicates, rejected, rejected.length),
      ...ignoredOf(adapted?.ignored ?? []),
    }
  })

  async function identify(
    authorization: string | undefined,
    token: string | undefined,
  ): Promise<AdaptedSender> {
    const basic = basicCredentials(authorization)
    const isGateway = token !== undefined || basic?.user.toLowerCase() === gatewayUser
    if (!isGateway) return { device: await identifyDevice(intake, authorization), sitePath: null }
    return { device: null, ...(await identifyGateway(pool, token ?? basic?.key)) }
  }
}

/**
 * Leaves out signs of life if the message is about the device but not from it, such as a notice that a gateway sent it
 * something.
 */
function ownOf(
  { ownEvents }: Mapping,
  event: string | undefined,
  adapted: Adapted | undefined,
): Adapted | undefined {
  if (!adapted || event === undefined || !ownEvents || ownEvents.includes(event)) return adapted
  return { ...adapted, samples: adapted.samples.filter((one) => !('sample' in one) || one.sample !== null) }
}

function ignoredOf(ignored: readonly string[]): Pick<AdapterAnswer, 'Ignored' | 'IgnoredCount'> {
  const named = [...new Set(ignored)].slice(0, mostIgnored).map((name) => name.slice(0, 100))
  return { Ignored: named, IgnoredCount: ignored.length }
}

import type { Readable } from 'node:stream'
import { ingest, ingestLimits } from '@eot/contract/ingest'
import type pg from 'pg'
import type { Caller } from '../../../access/caller.ts'
import { AppError } from '../../../platform/app-error.ts'
import { clientAddress, plainAddress } from '../../../platform/http/client-address.ts'
import { bearerToken, type Serve } from '../../../platform/http/serve.ts'
import { type Intake, type Rejected, readMessage } from '../intake/intake.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { takeBulk } from './bulk-intake.ts'
import {
  identifyDevice,
  identifyGateway,
  ingestAnswer,
  readBody,
  refuseTooLarge,
  refuseTooMany,
  refuseWhenFull,
} from './request-checks.ts'

export function ingestRoutes(
  serve: Serve<Caller>,
  { intake, pool }: { intake: Intake; pool: pg.Pool },
): void {
  serve(ingest.readings, async ({ request, reply }) => {
    const device = await identifyDevice(intake, request.headers.authorization)
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
    const answered = ingestAnswer(submission.accepted, submission.duplicates, rejected, rejected.length)
    const waiting = intake.commands.waitingFor(device.mac)
    if (waiting.length === 0) return answered
    intake.commands.sent(waiting)
    return {
      ...answered,
      Commands: waiting.map(({ id, command }) => ({ Id: id, Command: command as 'refresh' })),
    } // as stored
  })

  serve(ingest.answerCommand, async ({ request, params, body }) => {
    const device = await identifyDevice(intake, request.headers.authorization)
    refuseTooMany(intake, device)
    const isStored = await intake.commands.answer(device, params.id.toLowerCase(), body.Result)
    if (!isStored) throw new AppError('not_found')
  })

  serve(ingest.bulk, async ({ request, reply }) => {
    const gateway = await identifyGateway(pool, bearerToken(request))
    refuseWhenFull(intake)
    if (Number(request.headers['content-length'] ?? 0) > ingestLimits.bulkBytes) {
      return refuseTooLarge(intake, reply, { device: null, mac: null, channel: 'bulk' })
    }
    const sender = { ...gateway, ip: plainAddress(clientAddress(request)) }
    const taken = await takeBulk(request.body as Readable, sender, intake) // unread, since the endpoint streams
    return ingestAnswer(taken.accepted, taken.duplicates, taken.rejected, taken.rejectedCount)
  })
}

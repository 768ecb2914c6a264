import { type ErrorCode, errors, type Problem } from '@eot/contract/errors'
import { IngestAnswer } from '@eot/contract/ingest'

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

const mostBytes = 64 * 1024

/**
 * What is wrong with an answer, whatever the request was; undefined: nothing. No request is answered 5xx while nothing
 * else happens; every refusal is a problem of the contract and at most 64 KiB. Answers that are no refusals are
 * compared with the contract by the server itself.
 */
export function findFault(method: string, { statusCode, headers, body }: Answer): string | undefined {
  if (statusCode < 400) return undefined
  if (statusCode >= 500) return `answered ${statusCode}: ${body.slice(0, 500)}`
  if (Buffer.byteLength(body) > mostBytes) return `a refusal of ${Buffer.byteLength(body)} bytes`
  if (method === 'HEAD') return body === '' ? undefined : 'HEAD answered with a body'
  const type = String(headers['content-type'])
  // Devices that send no JSON get the usual answer of the ingestion (docs/devices.md).
  if (statusCode === 400 && type.startsWith('application/json') && isIngestAnswer(body)) return undefined
  if (!type.startsWith('application/problem+json')) return `a refusal of the type ${type}`
  const problem: Partial<Problem> = JSON.parse(body)
  const known = errors[problem.ErrorCode as ErrorCode]
  if (!known) return `the unknown ErrorCode ${problem.ErrorCode}`
  if (known.status !== statusCode || problem.status !== statusCode)
    return `${problem.ErrorCode} answered ${statusCode}`
  return known.detail === problem.ErrorDetail ? undefined : `the unknown detail ${problem.ErrorDetail}`
}

function isIngestAnswer(body: string): boolean {
  return IngestAnswer.safeParse(JSON.parse(body)).success
}

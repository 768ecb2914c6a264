import { AdapterAnswer } from '@eot/contract/adapters'
import { type ErrorCode, errors, type Problem } from '@eot/contract/errors'
import { IngestAnswer } from '@eot/contract/ingest'

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

const mostBytes = 64 * 1024

/**
 * Returns the fault of a response, or undefined. No request may get a 5xx while the system is otherwise healthy, and every
 * error response must be a problem of the contract of at most 64 KiB. The server itself validates successful responses
 * against the contract.
 */
export function findFault(method: string, { statusCode, headers, body }: Answer): string | undefined {
  if (statusCode < 400) return undefined
  if (statusCode >= 500) return `answered ${statusCode}: ${body.slice(0, 500)}`
  if (Buffer.byteLength(body) > mostBytes) return `a refusal of ${Buffer.byteLength(body)} bytes`
  if (method === 'HEAD') return body === '' ? undefined : 'HEAD answered with a body'
  const type = String(headers['content-type'])
  // Devices that send invalid JSON get the usual response of the ingestion (docs/devices.md).
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
  return [IngestAnswer, AdapterAnswer].some((answer) => answer.safeParse(JSON.parse(body)).success)
}

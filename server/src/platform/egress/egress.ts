import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { createAddressList } from '../address-list.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'
import { pinTo, type SeenCertificate, seeCertificate } from './server-certificate.ts'

/** Thrown if a request to an address entered by users of the portal is not allowed. */
export class EgressRefused extends Error {
  override name = 'EgressRefused'
}

export interface EgressRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  headers?: Readonly<Record<string, string | number>>
  body?: Buffer | string
  /** The most bytes read of the response. Default: `mostAnswerBytes`. */
  mostBytes?: number
  /** PEM of the only certificate that the server may present. It is accepted whoever issued it, unless it has expired. */
  pinned?: string | undefined
}

export interface EgressAnswer {
  status: number
  /** For example “Created”. */
  statusText: string
  headers: http.IncomingHttpHeaders
  /**
   * Whether the address is reachable only because the operator allows it. The response is then hidden from users who entered
   * it.
   */
  isInternal: boolean
  /** The beginning of the body, up to the requested size. */
  text: string
}

/**
 * Sends requests to addresses that users have entered. They reach only hosts on the internet and those that the operator
 * allows, so that nobody can use the portal to read or change anything behind its firewall.
 */
export interface Egress {
  /** Throws `EgressRefused` for an address that is refused before its name is resolved. */
  check(url: URL): void
  /**
   * Rejects with `EgressRefused` if any address of the host is refused, and with an `Error` that names the failure, such as
   * ECONNREFUSED, if there is no response within `timeoutMs`. Follows no redirects.
   */
  request(url: URL, request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer>
  /** Returns the certificate of a server, trusted or not, without sending anything. Rejects like `request`. */
  seeCertificate(url: URL, signal: AbortSignal): Promise<SeenCertificate>
}

const usualTimeoutMs = 15_000
/** Lower ports belong to other protocols, whose servers might misinterpret a request. */
const lowestPort = 1024
export const mostAnswerBytes = 64 * 1024

type Resolve = (host: string) => Promise<LookupAddress[]>

/** @param allowed host names, addresses and subnets that are allowed although they are not on the internet, also without TLS */
export function createEgress(
  allowed: readonly string[],
  resolve: Resolve = (host) => lookup(host, { all: true }),
  timeoutMs = usualTimeoutMs,
): Egress {
  const isAddress = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const isAllowedAddress = createAddressList(allowed.filter(isAddress))
  const names = new Set(allowed.filter((entry) => !isAddress(entry)).map((name) => name.toLowerCase()))

  const isAllowed = (host: string) => names.has(host) || isAllowedAddress(host)

  function check(url: URL): void {
    const host = hostOf(url)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed(host)))
      throw new EgressRefused('only https addresses are allowed')
    if (url.username !== '' || url.password !== '')
      throw new EgressRefused('an address must not contain a user or a password')
    const port = Number(url.port || 443)
    if (port < lowestPort && port !== 80 && port !== 443 && !isAllowed(host))
      throw new EgressRefused(`port ${port} is not allowed`)
    if (isIP(host) !== 0) checkAddress(host, host)
  }

  function checkAddress(address: string, host: string): void {
    // Access to these gives control of the machine, so not even the operator's list allows them.
    if (isMetadataAddress(address)) throw new EgressRefused(`${host} is not on the internet`)
    if (!isPublicAddress(address) && !isAllowedAddress(address) && !names.has(host))
      throw new EgressRefused(`${host} is not on the internet`)
  }

  /** Connects to an address that was checked: a second resolution could return another one. */
  async function resolveChecked(host: string): Promise<LookupAddress[]> {
    const found = await resolve(host)
    for (const { address } of found) checkAddress(address, withoutDot(host))
    return found
  }

  const lookupChecked = (host: string, options: LookupOptions, done: Done) =>
    void resolveChecked(host).then(
      (found) => handOver(found, options, done),
      (error: unknown) => done(error as NodeJS.ErrnoException, []), // resolve rejects with an Error
    )

  return {
    check,
    async request(url, { method, headers = {}, body, mostBytes = mostAnswerBytes, pinned }, signal) {
      check(url)
      const { promise, resolve: answer, reject } = Promise.withResolvers<EgressAnswer>()
      const client = url.protocol === 'https:' ? https : http
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const sent = client.request(
        url,
        {
          method,
          headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
          lookup: lookupChecked,
          // Without the global agent, which keeps connections and may use a proxy of the environment.
          agent: false,
          signal: within,
          ...(pinned !== undefined && pinTo(pinned)),
        },
        (response) => {
          // Read here, since a closed socket no longer has its address.
          const isInternal = !isPublicAddress(response.socket.remoteAddress ?? '')
          read(response, mostBytes).then(
            (read) => answer({ ...read, isInternal }),
            (error: Error) => reject(reasonOf(error, within, timeoutMs)),
          )
        },
      )
      sent.on('error', (error) => reject(reasonOf(error, within, timeoutMs)))
      sent.end(body)
      return promise
    },
    async seeCertificate(url, signal) {
      check(url)
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await seeCertificate(
          { host: hostOf(url), port: Number(url.port || 443), lookup: lookupChecked },
          within,
        )
      } catch (error) {
        throw reasonOf(error as Error, within, timeoutMs) // sockets fail with an Error
      }
    },
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => withoutDot(hostname.replace(/^\[|\]$/g, ''))

/** A complete name may end in a dot. */
const withoutDot = (host: string): string => host.replace(/\.$/, '')

type Done = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

function handOver(found: LookupAddress[], options: LookupOptions, done: Done): void {
  const [first] = found
  if (options.all) done(null, found)
  else if (first) done(null, first.address, first.family)
  else done(new Error('the host has no address'), '')
}

async function read(
  response: http.IncomingMessage,
  mostBytes: number,
): Promise<Omit<EgressAnswer, 'isInternal'>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostBytes) break
  }
  const text = Buffer.concat(chunks).subarray(0, mostBytes).toString()
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = response
  return { status, statusText, headers, text }
}

/** Errors of connections name addresses, which users must not learn. */
function reasonOf(error: Error & { code?: unknown }, within: AbortSignal, timeoutMs: number): Error {
  if (error instanceof EgressRefused) return error
  const isLate =
    within.aborted && within.reason instanceof DOMException && within.reason.name === 'TimeoutError'
  if (isLate) return new Error(`no answer within ${timeoutMs / 1000} s`)
  return new Error(`no answer: ${error.code ?? error.name}`)
}

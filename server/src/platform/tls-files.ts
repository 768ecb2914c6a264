import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type Clock, systemClock } from './clock.ts'
import { errorCode } from './error-code.ts'
import { repeat } from './jobs/repeat.ts'
import type { Log } from './log.ts'
import { StartRefused } from './start-refused.ts'

export interface TlsOptions {
  /** PEM certificate with its chain. */
  cert: string
  /** PEM private key of the certificate. */
  key: string
  minVersion: 'TLSv1.2'
}

/** A `tls.Server` or `https.Server`. */
interface SecureServer {
  setSecureContext(options: TlsOptions): void
}

export interface TlsFiles {
  /** Options for a new server. */
  options(): TlsOptions
  /** Updates the server whenever the files change. Open connections keep their certificate. */
  follow(server: SecureServer): void
  /** Days until the certificate ends; negative after that. */
  daysLeft(): number
  stop(): Promise<void>
}

const dayMs = 86_400_000
/** Automatic renewal takes place well before this; fewer days left mean that it has failed. */
const fewDays = 14

interface Source {
  certificateFile: string
  keyFile: string
  log: Log
  clock?: Clock
  /** Polling interval. */
  everyMs?: number
}

/**
 * Reads a certificate and its key, and polls for renewed ones. Throws `StartRefused` if they cannot be used; a later pair
 * that cannot be used is logged, and the earlier one stays in use. A certificate that ends soon is logged once a day. Polls instead of watching the files, since renewals
 * replace links and directories and write one file before the other.
 */
export async function openTlsFiles({
  certificateFile,
  keyFile,
  log,
  clock = systemClock,
  everyMs = 10_000,
}: Source): Promise<TlsFiles> {
  const servers: SecureServer[] = []
  const read = () => readPair(certificateFile, keyFile)
  let current = await read()
  let complaint = ''
  let warnedAt = 0
  warnOfEnd()

  async function renew(): Promise<void> {
    if (clock().getTime() - warnedAt >= dayMs) warnOfEnd()
    try {
      const next = await read()
      complaint = ''
      if (next.cert === current.cert && next.key === current.key) return
      current = next
      for (const server of servers) server.setSecureContext(current)
      log.info({ certificateFile, validTo: new X509Certificate(current.cert).validTo }, 'certificate renewed')
      warnOfEnd()
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      if (error.message !== complaint) log.error(`${error.message}; the earlier certificate stays in use`)
      complaint = error.message
    }
  }

  function daysLeft(): number {
    return (new X509Certificate(current.cert).validToDate.getTime() - clock().getTime()) / dayMs
  }

  function warnOfEnd(): void {
    warnedAt = clock().getTime()
    const days = daysLeft()
    if (days >= fewDays) return
    const { validTo } = new X509Certificate(current.cert)
    if (days < 0) log.error({ certificateFile, validTo }, 'the certificate has expired')
    else log.warn({ certificateFile, validTo, daysLeft: Math.floor(days) }, 'the certificate ends soon')
  }

  const repeated = repeat('renew-certificate', everyMs, renew, log)
  return {
    options: () => current,
    follow: (server) => void servers.push(server),
    daysLeft,
    stop: repeated.stop,
  }
}

async function readPair(certificateFile: string, keyFile: string): Promise<TlsOptions> {
  const options = {
    cert: await readText(certificateFile, 'certificate'),
    key: await readText(keyFile, 'key'),
    minVersion: 'TLSv1.2',
  } as const
  try {
    // OpenSSL also checks that the two match.
    createSecureContext(options)
  } catch (error) {
    throw new StartRefused(
      `the certificate ${certificateFile} and the key ${keyFile} cannot be used together: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  return options
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartRefused(`the ${what} file ${path} cannot be read (${errorCode(error)})`, { cause: error })
  }
}

/** Returns OpenSSL's message without its error numbers. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split(':').at(-1)?.trim().toLowerCase() || text
}

import { X509Certificate } from 'node:crypto'
import { isIP, type LookupFunction } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'

/** A server's certificate as presented to the program. */
export interface SeenCertificate {
  pem: string
  /** The parts of a name, one per line, such as CN=hooks.lan. */
  subject: string
  issuer: string
  validFrom: Date
  validTo: Date
  /** SHA-256 in hexadecimal with colons. */
  fingerprint: string
  /** Why it is not trusted, such as DEPTH_ZERO_SELF_SIGNED_CERT. undefined: it is trusted. */
  distrust: string | undefined
}

/**
 * Accepts exactly one certificate: as its own authority, and for any host name. Its signature, its key and its dates are
 * verified like those of any other.
 */
export function pinTo(
  pem: string,
): Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'> {
  const { fingerprint256 } = new X509Certificate(pem)
  return {
    ca: [pem],
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, shown) =>
      shown.fingerprint256 === fingerprint256
        ? undefined
        : Object.assign(new Error('another certificate'), { code: 'CERTIFICATE_CHANGED' }),
  }
}

interface Place {
  host: string
  port: number
  lookup: LookupFunction
}

/** Connects, reads the certificate and disconnects. This is the only connection to a server that is not trusted. */
export async function seeCertificate(
  { host, port, lookup }: Place,
  signal: AbortSignal,
): Promise<SeenCertificate> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<SeenCertificate>()
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({ host, port, lookup, rejectUnauthorized: false, ...servername })
  const stop = () => socket.destroy(new Error('stopped'))
  signal.addEventListener('abort', stop)
  socket.once('error', reject)
  socket.once('secureConnect', () => {
    const seen = describe(socket)
    if (seen) resolve(seen)
    else reject(new Error('the server has shown no certificate'))
  })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function describe(socket: TLSSocket): SeenCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return undefined
  // Typed as an Error, but it is a code or an Error with one.
  const reason: unknown = socket.authorizationError
  return {
    pem: certificate.toString(),
    subject: certificate.subject ?? '',
    issuer: certificate.issuer ?? '',
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
    fingerprint: certificate.fingerprint256,
    distrust: socket.authorized ? undefined : codeOf(reason),
  }
}

const codeOf = (reason: unknown): string =>
  typeof reason === 'object' && reason !== null && 'code' in reason ? String(reason.code) : String(reason)

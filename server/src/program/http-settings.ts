import { flag, port, positive, type Setting, text, url } from './setting-schemas.ts'

/** Settings of HTTP: addresses, TLS and connection limits. */
export const httpSettings = {
  port: {
    name: 'PORT',
    default: '8080',
    schema: port,
    expected: 'a port number from 0 to 65535',
    description: 'HTTP port of the portal and its API',
  },
  host: {
    name: 'HOST',
    default: '0.0.0.0',
    schema: text,
    expected: 'an address of this host',
    description: 'Address on which HTTP and MQTT listen',
  },
  httpTls: {
    name: 'HTTP_TLS',
    default: '0',
    schema: flag(),
    expected: '0 or 1',
    description: 'With 1, `PORT` serves HTTPS with `TLS_CERT_FILE`; otherwise a proxy terminates TLS',
  },
  httpConnections: {
    name: 'HTTP_CONNECTIONS',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Maximum number of browser connections to this process, including live ones. Default: half of its open-file limit',
  },
  httpConnectionsPerAddress: {
    name: 'HTTP_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Maximum number of browser connections from one address; users behind one router share it, and the proxies of `TRUST_PROXY` are exempt',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: url('http', 'https').transform((value) => value.replace(/\/+$/, '')),
    expected: 'an http:// or https:// address',
    description:
      'Address of the portal in emails and links. Default: `http://localhost:PORT`, or `https://` with `HTTP_TLS`',
  },
} satisfies Record<string, Setting>

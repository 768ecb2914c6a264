import type { DeviceAddresses } from '@eot/contract/ingest'

/** The settings that say where devices report to, and what is listened on. */
export interface AddressSettings {
  publicUrl: string
  mqttUrl?: string | undefined
  mqttPublicUrl?: string | undefined
  /** Of the embedded broker. */
  mqttPort: number
  /** Of the embedded broker over TLS; absent: it has no certificate. */
  mqttTlsPort?: number | undefined
}

const defaultPorts = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 } as const
type Protocol = keyof typeof defaultPorts

/**
 * Where devices report to. A host that only means "this machine" is null: the browser then tells the one under which it
 * reached the portal. User names and passwords within the settings are left out.
 */
export function findAddresses({
  publicUrl,
  mqttUrl,
  mqttPublicUrl,
  mqttPort,
  mqttTlsPort,
}: AddressSettings): DeviceAddresses {
  const portalHost = hostOf(publicUrl)
  const broker = mqttPublicUrl ?? mqttUrl
  return {
    HttpUrl: portalHost === null ? null : publicUrl,
    Mqtt: {
      ...(broker === undefined
        ? { ...embedded(mqttPort, mqttTlsPort), Host: portalHost, Path: '' }
        : addressOf(broker, portalHost)),
      IsExternal: mqttUrl !== undefined,
    },
  }
}

/** Encrypted where it can be. */
function embedded(plainPort: number, tlsPort: number | undefined) {
  return tlsPort === undefined
    ? { Protocol: 'mqtt' as const, Port: plainPort }
    : { Protocol: 'mqtts' as const, Port: tlsPort }
}

function addressOf(brokerUrl: string, portalHost: string | null) {
  const { protocol, port, pathname } = new URL(brokerUrl)
  const Protocol = protocol.slice(0, -1) as Protocol // the settings take these alone
  const isWebSocket = Protocol === 'ws' || Protocol === 'wss'
  return {
    Protocol,
    Host: hostOf(brokerUrl) ?? portalHost,
    Port: port === '' ? defaultPorts[Protocol] : Number(port),
    Path: isWebSocket && pathname !== '/' ? pathname : '',
  }
}

/** Without the brackets of IPv6; null for a host that other machines do not find. */
function hostOf(url: string): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || /^127\./.test(host) ? null : host
}

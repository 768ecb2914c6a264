import type { DeviceAddresses } from '@eot/contract/ingest'

/** The settings that determine the addresses for devices. */
export interface AddressSettings {
  publicUrl: string
  mqttUrl?: string | undefined
  mqttPublicUrl?: string | undefined
  /** Port of the embedded broker. */
  mqttPort: number
  /** TLS port of the embedded broker; absent if it has no certificate. */
  mqttTlsPort?: number | undefined
}

const defaultPorts = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 } as const
type Protocol = keyof typeof defaultPorts

/**
 * Returns the addresses to which devices report. A host that only means "this machine" is null; the browser then shows the host
 * through which it reached the portal. User names and passwords in the settings are left out.
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

/** Encrypted if possible. */
function embedded(plainPort: number, tlsPort: number | undefined) {
  return tlsPort === undefined
    ? { Protocol: 'mqtt' as const, Port: plainPort }
    : { Protocol: 'mqtts' as const, Port: tlsPort }
}

function addressOf(brokerUrl: string, portalHost: string | null) {
  const { protocol, port, pathname } = new URL(brokerUrl)
  const Protocol = protocol.slice(0, -1) as Protocol // the settings accept only these
  const isWebSocket = Protocol === 'ws' || Protocol === 'wss'
  return {
    Protocol,
    Host: hostOf(brokerUrl) ?? portalHost,
    Port: port === '' ? defaultPorts[Protocol] : Number(port),
    Path: isWebSocket && pathname !== '/' ? pathname : '',
  }
}

/** Removes the brackets of IPv6; returns null for a host that other machines cannot reach. */
function hostOf(url: string): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || /^127\./.test(host) ? null : host
}

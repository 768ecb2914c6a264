/** Address and credentials of a device. */
export interface DeviceIdentity {
  /** Uppercase, colon-separated, e.g. A4:CF:12:7B:03:9E. */
  readonly mac: string
  readonly key: string
}

const macPattern = /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/

export function isMac(text: string): boolean {
  return macPattern.test(text)
}

/** MQTT client id: the MAC without its colons. */
export function clientIdOf({ mac }: DeviceIdentity): string {
  return mac.replaceAll(':', '')
}

export type TopicName = 'readings' | 'status' | 'events' | 'commands'

export function topicOf({ mac }: DeviceIdentity, name: TopicName): string {
  return `eot/${mac}/${name}`
}

/** Value of the HTTP Authorization header. */
export function basicAuthorization({ mac, key }: DeviceIdentity): string {
  return `Basic ${Buffer.from(`${mac}:${key}`).toString('base64')}`
}

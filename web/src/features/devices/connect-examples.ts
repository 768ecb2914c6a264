import type { DeviceAddresses } from '@eot/contract/ingest'

export interface Credentials {
  mac: string
  key: string
}

export interface MqttConnection {
  protocol: DeviceAddresses['Mqtt']['Protocol']
  host: string
  port: number
  path: string
  isEncrypted: boolean
  /** Only for WebSockets, where the whole URL is given. */
  url: string | undefined
  user: string
  /** The topic for readings. */
  topic: string
  statusTopic: string
  isExternal: boolean
}

/** The address under which the portal is open in the browser. */
export type BrowserPlace = Pick<Location, 'origin' | 'hostname'>

/** How a device with this MAC connects to the broker. */
export function mqttConnection(
  { Mqtt }: DeviceAddresses,
  mac: string,
  place: BrowserPlace = location,
): MqttConnection {
  const { Protocol: protocol, Port: port, Path: path, IsExternal: isExternal } = Mqtt
  const host = Mqtt.Host ?? place.hostname.replace(/^\[|\]$/g, '')
  const isWebSocket = protocol === 'ws' || protocol === 'wss'
  // User names of common brokers contain no colons. The built-in broker accepts both forms.
  const user = isExternal ? mac.replaceAll(':', '-') : mac
  return {
    protocol,
    host,
    port,
    path,
    isEncrypted: protocol === 'mqtts' || protocol === 'wss',
    url: isWebSocket ? `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}${path}` : undefined,
    user,
    topic: `eot/${user}/readings`,
    statusTopic: `eot/${user}/status`,
    isExternal,
  }
}

export function httpUrl({ HttpUrl }: DeviceAddresses, place: BrowserPlace = location): string {
  return `${HttpUrl ?? place.origin}/api/ingest/readings`
}

export const contentType = 'application/json'
export const sample = '{"readings":{"temperature":21.4,"humidity":39,"CO":0.4}}'

/**
 * A command that publishes one reading over MQTT. undefined over WebSockets, which few versions of the client
 * support.
 */
export function mqttCommand(connection: MqttConnection, key: string): string | undefined {
  const { protocol, host, port, user, topic, url } = connection
  if (url !== undefined) return undefined
  return lines(
    `mosquitto_pub -V mqttv311 -h ${word(host)} -p ${port} -q 1${protocol === 'mqtts' ? ' --tls-use-os-certs' : ''}`,
    `-u ${word(user)} -P ${word(key)}`,
    `-t ${word(topic)}`,
    `-m ${word(sample)}`,
  )
}

/** A command that sends one reading over HTTP. */
export function httpCommand(url: string, { mac, key }: Credentials): string {
  return lines(
    `curl ${word(url)}`,
    `-u ${word(`${mac}:${key}`)}`,
    `-H ${word(`content-type: ${contentType}`)}`,
    `-d ${word(sample)}`,
  )
}

const lines = (...parts: string[]) => parts.join(' \\\n  ')

/** Quotes one shell word, only if it contains special characters. */
const word = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/**
 * Lines for the configuration of ESPHome. Disables ESPHome's default topics, because the broker disconnects a device
 * that publishes to topics other than its own, and rejects retained messages.
 */
export function esphomeConfig(connection: MqttConnection, key: string, intervalSeconds: number): string {
  const { host, port, user, topic, statusTopic } = connection
  const status = (state: string) => [
    `    topic: ${JSON.stringify(statusTopic)}`,
    `    payload: '{"state":"${state}"}'`,
    '    retain: false',
  ]
  return [
    'mqtt:',
    `  broker: ${JSON.stringify(host)}`,
    `  port: ${port}`,
    `  username: ${JSON.stringify(user)}`,
    `  password: ${JSON.stringify(key)}`,
    '  topic_prefix: null',
    '  log_topic: null',
    '  discovery: false',
    '  discover_ip: false',
    '  birth_message:',
    ...status('online'),
    '  will_message:',
    ...status('offline'),
    'interval:',
    `  - interval: ${intervalSeconds}s`,
    '    then:',
    '      - mqtt.publish_json:',
    `          topic: ${JSON.stringify(topic)}`,
    '          qos: 1',
    '          payload: |-',
    '            root["readings"]["temperature"] = id(room_temperature).state;',
    '            root["readings"]["humidity"] = id(room_humidity).state;',
  ].join('\n')
}

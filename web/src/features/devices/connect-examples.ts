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
  /** Over WebSockets, where the address is given as a whole. */
  url: string | undefined
  user: string
  /** Where readings go. */
  topic: string
  statusTopic: string
  isExternal: boolean
}

/** Where the portal is open in the browser. */
export type BrowserPlace = Pick<Location, 'origin' | 'hostname'>

/** How a device with this address connects to the broker. */
export function mqttConnection(
  { Mqtt }: DeviceAddresses,
  mac: string,
  place: BrowserPlace = location,
): MqttConnection {
  const { Protocol: protocol, Port: port, Path: path, IsExternal: isExternal } = Mqtt
  const host = Mqtt.Host ?? place.hostname.replace(/^\[|\]$/g, '')
  const isWebSocket = protocol === 'ws' || protocol === 'wss'
  // User names of common brokers hold no colons; ours takes either form.
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

/** A command that reports one reading over MQTT. undefined over WebSockets, which few versions of the client speak. */
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

/** A command that reports one reading over HTTP. */
export function httpCommand(url: string, { mac, key }: Credentials): string {
  return lines(
    `curl ${word(url)}`,
    `-u ${word(`${mac}:${key}`)}`,
    `-H ${word(`content-type: ${contentType}`)}`,
    `-d ${word(sample)}`,
  )
}

const lines = (...parts: string[]) => parts.join(' \\\n  ')

/** One word of a shell; quoted only where something in it would mean more to the shell. */
const word = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/**
 * Lines for the configuration of ESPHome. Its own topics are switched off: the broker ends the connection of a device
 * that publishes to others than its own, and takes no retained messages.
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

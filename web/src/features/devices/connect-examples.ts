/** Characters that end or escape a single-quoted word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const sample = '{"readings":{"temperature":21.4,"humidity":39,"CO":0.4}}'

export interface Credentials {
  mac: string
  key: string
}

/** A command that reports one reading over MQTT. */
export function mqttCommand({ mac, key }: Credentials, host: string): string {
  return [
    `mosquitto_pub -h ${host} -p 1883 -q 1`,
    `-u ${quoted(mac)} -P ${quoted(key)}`,
    `-t ${quoted(`eot/${mac}/readings`)}`,
    `-m ${quoted(sample)}`,
  ].join(' \\\n  ')
}

/** A command that reports one reading over HTTP. */
export function httpCommand({ mac, key }: Credentials, origin: string): string {
  return [
    `curl ${origin}/api/ingest/readings`,
    `-u ${quoted(`${mac}:${key}`)}`,
    `-H ${quoted('content-type: application/json')}`,
    `-d ${quoted(sample)}`,
  ].join(' \\\n  ')
}

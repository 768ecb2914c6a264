import { resolve } from 'node:path'
import { port, positive, type Setting, text, url } from './setting-schemas.ts'

/** The MQTT broker: the embedded one with its certificate, or an external one. */
export const mqttSettings = {
  mqttPort: {
    name: 'MQTT_PORT',
    default: '1883',
    schema: port,
    expected: 'a port number from 0 to 65535',
    description: 'Port of the embedded MQTT broker',
  },
  mqttTlsPort: {
    name: 'MQTT_TLS_PORT',
    default: '8883',
    schema: port,
    expected: 'a port number from 0 to 65535',
    description: 'Port of the embedded MQTT broker over TLS; it listens there with `TLS_CERT_FILE` only',
  },
  mqttConnections: {
    name: 'MQTT_CONNECTIONS',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Connections of devices to this process at most; absent: half of what its limit of open files allows',
  },
  mqttConnectionsPerAddress: {
    name: 'MQTT_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Connections of devices from one address at most; devices behind one router share theirs',
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    schema: text.transform((value) => resolve(value)),
    expected: 'a file',
    description:
      'Certificate with its chain, PEM, for MQTT over TLS and `HTTP_TLS`; read again when it changes',
  },
  tlsKeyFile: {
    name: 'TLS_KEY_FILE',
    schema: text.transform((value) => resolve(value)),
    expected: 'a file',
    description: 'Private key of that certificate, PEM',
  },
  mqttUrl: {
    name: 'MQTT_URL',
    schema: url('mqtt', 'mqtts', 'ws', 'wss'),
    expected: 'an mqtt://, mqtts://, ws:// or wss:// address',
    description: 'External MQTT broker; absent: the embedded one',
    secret: true,
  },
  mqttPublicUrl: {
    name: 'MQTT_PUBLIC_URL',
    schema: url('mqtt', 'mqtts', 'ws', 'wss'),
    expected: 'an mqtt://, mqtts://, ws:// or wss:// address',
    description:
      'Address at which devices reach the MQTT broker, as *Add device* shows it; absent: that of `MQTT_URL`, else the host of `PUBLIC_URL` and `MQTT_PORT`',
    secret: true,
  },
  mqttClientId: {
    name: 'MQTT_CLIENT_ID',
    schema: text.min(1).max(128),
    expected: '1 to 128 characters',
    description:
      'Name under which an external broker keeps messages for this process; absent: `eot-live-` and the name of the host',
  },
} satisfies Record<string, Setting>

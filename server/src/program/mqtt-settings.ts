import { resolve } from 'node:path'
import { z } from 'zod'
import { port, positive, type Setting, text, url } from './setting-schemas.ts'

/** Settings of the MQTT broker: the embedded one with its certificate, or an external one. */
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
    description: 'TLS port of the embedded MQTT broker; used only if `TLS_CERT_FILE` is set',
  },
  mqttConnections: {
    name: 'MQTT_CONNECTIONS',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Maximum number of device connections to this process. Default: half of its open-file limit',
  },
  mqttConnectionsPerAddress: {
    name: 'MQTT_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Maximum number of device connections from one address; devices behind one router share it',
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    schema: text.transform((value) => resolve(value)),
    expected: 'a file',
    description:
      'Certificate chain in PEM format, for MQTT over TLS and `HTTP_TLS`; reloaded when it changes',
  },
  tlsKeyFile: {
    name: 'TLS_KEY_FILE',
    schema: text.transform((value) => resolve(value)),
    expected: 'a file',
    description: 'Private key of that certificate, in PEM format',
  },
  mqttUrl: {
    name: 'MQTT_URL',
    schema: url('mqtt', 'mqtts', 'ws', 'wss'),
    expected: 'an mqtt://, mqtts://, ws:// or wss:// address',
    description: 'External MQTT broker. Default: the embedded one',
    secret: true,
  },
  mqttPublicUrl: {
    name: 'MQTT_PUBLIC_URL',
    schema: url('mqtt', 'mqtts', 'ws', 'wss'),
    expected: 'an mqtt://, mqtts://, ws:// or wss:// address',
    description:
      'Address of the MQTT broker as seen by devices, shown by *Add device*. Default: `MQTT_URL`, else the host of `PUBLIC_URL` with `MQTT_TLS_PORT` if there is a certificate, otherwise with `MQTT_PORT`',
    secret: true,
  },
  mqttClientId: {
    name: 'MQTT_CLIENT_ID',
    schema: text.min(1).max(128),
    expected: '1 to 128 characters',
    description:
      'Client id under which an external broker queues messages for this process. Default: `eot-live-` and the host name',
  },
  homeAssistantUrl: {
    name: 'HOME_ASSISTANT_URL',
    schema: url('mqtt', 'mqtts', 'ws', 'wss'),
    expected: 'an mqtt://, mqtts://, ws:// or wss:// address',
    description:
      'MQTT broker of Home Assistant, with user and password. Devices and their values then appear there automatically. Default: none',
    secret: true,
  },
  homeAssistantSite: {
    name: 'HOME_ASSISTANT_SITE',
    schema: z.uuid(),
    expected: 'the id of a site',
    description:
      'Site whose devices, with those of its sub-sites, appear in Home Assistant. Default: all sites',
  },
} satisfies Record<string, Setting>

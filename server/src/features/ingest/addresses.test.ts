import { ingest } from '@eot/contract/ingest'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { findAddresses } from './addresses.ts'

const own = { publicUrl: 'http://localhost:8080', mqttPort: 1883 }
const mqtt = { Protocol: 'mqtt', Host: null, Port: 1883, Path: '', IsExternal: false }

describe('the addresses for devices', () => {
  test.each([
    [
      'the host of the browser, where PUBLIC_URL names none that others find',
      {},
      { HttpUrl: null, Mqtt: mqtt },
    ],
    [
      'the port on which the broker listens',
      { mqttPort: 41_883 },
      { HttpUrl: null, Mqtt: { ...mqtt, Port: 41_883 } },
    ],
    [
      'the port for TLS where the broker has a certificate',
      { publicUrl: 'https://eot.example', mqttTlsPort: 9883 },
      {
        HttpUrl: 'https://eot.example',
        Mqtt: { ...mqtt, Protocol: 'mqtts', Host: 'eot.example', Port: 9883 },
      },
    ],
    [
      'the host of PUBLIC_URL',
      { publicUrl: 'https://eot.example' },
      { HttpUrl: 'https://eot.example', Mqtt: { ...mqtt, Host: 'eot.example' } },
    ],
    [
      'an IPv6 address without its brackets',
      { publicUrl: 'http://[2001:db8::7]:8080' },
      { HttpUrl: 'http://[2001:db8::7]:8080', Mqtt: { ...mqtt, Host: '2001:db8::7' } },
    ],
    [
      'the external broker with the default port of its protocol',
      { mqttUrl: 'mqtts://portal:secret@broker.example' },
      {
        HttpUrl: null,
        Mqtt: { Protocol: 'mqtts', Host: 'broker.example', Port: 8883, Path: '', IsExternal: true },
      },
    ],
    [
      'the host of PUBLIC_URL for an external broker on this machine',
      { publicUrl: 'https://eot.example', mqttUrl: 'mqtt://127.0.0.1:2883' },
      {
        HttpUrl: 'https://eot.example',
        Mqtt: { ...mqtt, Host: 'eot.example', Port: 2883, IsExternal: true },
      },
    ],
    [
      'MQTT_PUBLIC_URL in preference to all others',
      { mqttUrl: 'mqtt://broker:1883', mqttPublicUrl: 'wss://mqtt.example/eot' },
      {
        HttpUrl: null,
        Mqtt: { Protocol: 'wss', Host: 'mqtt.example', Port: 443, Path: '/eot', IsExternal: true },
      },
    ],
    [
      'MQTT_PUBLIC_URL for an embedded broker behind a proxy',
      { mqttPublicUrl: 'mqtts://mqtt.example:8883' },
      {
        HttpUrl: null,
        Mqtt: { Protocol: 'mqtts', Host: 'mqtt.example', Port: 8883, Path: '', IsExternal: false },
      },
    ],
  ])('use %s', (_title, given, expected) => {
    expect(findAddresses({ ...own, ...given })).toEqual(expected)
  })

  test('never include the password of the broker', () => {
    const told = JSON.stringify(findAddresses({ ...own, mqttUrl: 'mqtt://portal:hush@broker.example' }))
    expect(told).not.toMatch(/portal|hush/)
  })
})

describe('a request for the device addresses', () => {
  const addresses = findAddresses({ ...own, mqttPort: 41_883 })

  test('succeeds for users who may add devices and is rejected for others', async () => {
    const { call, signIn } = await testApp({ addresses: () => addresses })
    const told = await call(ingest.addresses, {}, { as: await signIn({ role: 'Site Manager' }) })
    expect(told.data).toEqual(addresses)
    const refused = await call(ingest.addresses, {}, { as: await signIn({ role: 'Site Staff' }) })
    expect(refused.status).toBe(403)
  })
})

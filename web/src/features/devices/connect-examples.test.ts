import type { DeviceAddresses } from '@eot/contract/ingest'
import { describe, expect, test } from 'vitest'
import { esphomeConfig, httpCommand, httpUrl, mqttCommand, mqttConnection } from './connect-examples.ts'

const credentials = { mac: 'A4:CF:12:7B:03:9E', key: 'secret' }
const place = { origin: 'http://10.0.0.7:9090', hostname: '10.0.0.7' }
const own: DeviceAddresses = {
  HttpUrl: null,
  Mqtt: { Protocol: 'mqtt', Host: null, Port: 41_883, Path: '', IsExternal: false },
}
const broker = (given: Partial<DeviceAddresses['Mqtt']>): DeviceAddresses => ({
  ...own,
  Mqtt: { ...own.Mqtt, ...given },
})
const commandFor = (addresses: DeviceAddresses, key = credentials.key) =>
  mqttCommand(mqttConnection(addresses, credentials.mac, place), key)

describe('the MQTT command', () => {
  test("uses the broker's port and the host name of the portal", () => {
    expect(commandFor(own)).toContain('-h 10.0.0.7 -p 41883 ')
  })

  test("publishes to the device's own topic with its own credentials", () => {
    expect(commandFor(own)).toContain('-u A4:CF:12:7B:03:9E -P secret')
    expect(commandFor(own)).toContain('-t eot/A4:CF:12:7B:03:9E/readings')
  })

  test('uses the host the server names', () => {
    expect(commandFor(broker({ Host: 'mqtt.example' }))).toContain('-h mqtt.example -p 41883')
  })

  test('uses TLS if the broker does', () => {
    expect(commandFor(broker({ Protocol: 'mqtts', Port: 9883 }))).toContain('-p 9883 -q 1 --tls-use-os-certs')
    expect(commandFor(own)).not.toContain('tls')
  })

  test('uses a user name and topic without colons for an external broker, which may reject them', () => {
    const command = commandFor(broker({ IsExternal: true }))
    expect(command).toContain('-u A4-CF-12-7B-03-9E')
    expect(command).toContain('-t eot/A4-CF-12-7B-03-9E/readings')
  })

  test('is not available over WebSockets, where the URL is given instead', () => {
    const addresses = broker({ Protocol: 'wss', Host: '2001:db8::7', Port: 443, Path: '/mqtt' })
    expect(commandFor(addresses)).toBeUndefined()
    expect(mqttConnection(addresses, credentials.mac, place).url).toBe('wss://[2001:db8::7]:443/mqtt')
  })

  test('quotes characters that are special to a shell', () => {
    expect(commandFor(own, "a'b")).toContain("-P 'a'\\''b'")
    expect(commandFor(own, '$HOME')).toContain("-P '$HOME'")
  })
})

describe('the HTTP command', () => {
  test('uses the address of the portal, unless the server names another one', () => {
    expect(httpCommand(httpUrl(own, place), credentials)).toContain(
      'curl http://10.0.0.7:9090/api/ingest/readings ',
    )
    const named = { ...own, HttpUrl: 'https://eot.example' }
    expect(httpUrl(named, place)).toBe('https://eot.example/api/ingest/readings')
  })

  test('sends the device as the user and a sample that the server accepts', () => {
    const command = httpCommand(httpUrl(own, place), credentials)
    expect(command).toContain('-u A4:CF:12:7B:03:9E:secret')
    const text = /-d '(.*)'$/.exec(command)?.[1] ?? ''
    expect(JSON.parse(text)).toEqual({ readings: { temperature: 21.4, humidity: 39, CO: 0.4 } })
  })
})

test("the ESPHome configuration publishes only to the device's own topics, and retains nothing", () => {
  const config = esphomeConfig(mqttConnection(own, credentials.mac, place), 'secret', 30)
  const topics = [...config.matchAll(/^ +topic: (.*)$/gm)].map(([, topic]) => topic)
  expect(topics).toEqual([
    '"eot/A4:CF:12:7B:03:9E/status"',
    '"eot/A4:CF:12:7B:03:9E/status"',
    '"eot/A4:CF:12:7B:03:9E/readings"',
  ])
  expect(config).toContain('topic_prefix: null')
  expect(config.match(/retain: false/g)).toHaveLength(2)
  expect(config).toContain('port: 41883')
  expect(config).toContain('- interval: 30s')
})

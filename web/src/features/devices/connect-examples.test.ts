import { expect, test } from 'vitest'
import { httpCommand, mqttCommand } from './connect-examples.ts'

const credentials = { mac: 'A4:CF:12:7B:03:9E', key: 'secret' }

test('the MQTT command reports to the topic of the device itself, with its own credentials', () => {
  const command = mqttCommand(credentials, 'eot.example')
  expect(command).toContain('-h eot.example')
  expect(command).toContain("-u 'A4:CF:12:7B:03:9E' -P 'secret'")
  expect(command).toContain("-t 'eot/A4:CF:12:7B:03:9E/readings'")
})

test('the HTTP command reports to the portal it was copied from', () => {
  const command = httpCommand(credentials, 'https://eot.example')
  expect(command).toContain('curl https://eot.example/api/ingest/readings')
  expect(command).toContain("-u 'A4:CF:12:7B:03:9E:secret'")
})

test('the sample in the command is what the server reads', () => {
  const text = /-d '(.*)'$/.exec(httpCommand(credentials, 'http://localhost:8080'))?.[1] ?? ''
  expect(JSON.parse(text)).toEqual({ readings: { temperature: 21.4, humidity: 39, CO: 0.4 } })
})

test('a quote within a value does not end the word', () => {
  expect(mqttCommand({ ...credentials, key: "a'b" }, 'h')).toContain("-P 'a'\\''b'")
})

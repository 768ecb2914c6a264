import { expect, test } from 'vitest'
import { diskText, mqttText } from './installation-texts.ts'

test.each([
  [218_400_000_000, '218 GB'],
  [7_310_000_000_000, '7.3 TB'],
  [4_960_000_000, '5.0 GB'],
  [12_000_000, '12 MB'],
  [0, '0.0 MB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(diskText(bytes)).toBe(shown)
})

test('the host of an external broker is shown with its port', () => {
  const own = { Protocol: 'mqtts', Host: 'portal.example', Port: 8883, Path: '', IsExternal: false } as const
  expect(mqttText(own)).toBe('mqtts, port 8883')
  expect(mqttText({ ...own, Host: 'broker.example', IsExternal: true })).toBe(
    'mqtts, broker.example, port 8883',
  )
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { DeviceBroker } from './device-broker.ts'

test('a jump of the clock does not publish the last wills of open connections', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const authorizePublish = vi.fn()
  const broker = new DeviceBroker({ authorizePublish })
  await broker.listen()
  onTestFinished(() => broker.close())
  const will = { topic: 'eot/00:00:00:00:00:01/status', payload: Buffer.from('{}'), qos: 1, retain: false }
  await Reflect.get(broker as object, 'persistence').putWill({ id: 'one' }, will)
  await vi.advanceTimersByTimeAsync(225_000)
  vi.setSystemTime(Date.now() + 600_000)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(authorizePublish).not.toHaveBeenCalled()
})

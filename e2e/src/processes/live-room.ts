import type { PortalDevice } from '@eot/server/test/portal-client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { Ledger } from '../crash/ledger.ts'
import { type Entrance, mqttSender } from '../crash/sender.ts'
import type { Stream } from '../crash/streams.ts'

const everyMs = 500
/** Light raises no alert, and has a wide range of values. */
const most = 150_000

/** A device that reports the number of its samples as light, at regular times, through the broker. */
export function startLiveRoom(device: PortalDevice, entrance: Entrance, fail: (error: unknown) => void) {
  const startAt = Date.now()
  const stream: Stream = {
    isAlarming: false,
    length: most,
    sampleAt: (n) => ({ at: startAt + n * everyMs, readings: { light: n } }),
  }
  const ledger = new Ledger(device, stream)
  const sender = mqttSender(ledger, entrance, 30, fail)
  const timer = setInterval(() => {
    while (ledger.made < (Date.now() - startAt) / everyMs) {
      sender.send(ledger, [ledger.made])
      ledger.made += 1
    }
  }, 50)
  return {
    ledger,
    sender,
    /** Waits until the page shows a reading sent after this call. Returns how many ms that took. */
    async untilShown(page: Page): Promise<number> {
      const [from, startedAt] = [ledger.made, performance.now()]
      const tile = page.getByRole('button', { name: /^Light/ }).locator('.tv b')
      const shown = async () => Number((await tile.innerText()).replaceAll(/\D/g, '') || '-1')
      await expect.poll(shown, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(from)
      return Math.round(performance.now() - startedAt)
    },
    stop: () => clearInterval(timer),
    async close(): Promise<void> {
      clearInterval(timer)
      await sender.close()
    },
  }
}

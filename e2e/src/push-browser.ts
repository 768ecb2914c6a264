import type { PushRegistration } from '@eot/contract/push'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stands in for what a headless browser lacks: the user's permission, and a push service, for which the browser
 * registers at one of the test. The pages and the service worker are the real ones.
 */
export async function registerAt(context: BrowserContext, registration: PushRegistration): Promise<void> {
  await context.addInitScript(({ Endpoint, Keys }: PushRegistration) => {
    interface Subscription {
      options: { applicationServerKey: null }
      toJSON(): object
      unsubscribe(): Promise<boolean>
    }
    let current: Subscription | null = null
    const { Notification, PushManager } = globalThis as unknown as {
      Notification: object
      PushManager: { prototype: object }
    } // runs in the page
    Object.defineProperties(Notification, {
      permission: { get: () => 'granted' },
      requestPermission: { value: async () => 'granted' },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      async subscribe() {
        current = {
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint: Endpoint, keys: { p256dh: Keys.P256dh, auth: Keys.Auth } }),
          async unsubscribe() {
            current = null
            return true
          },
        }
        return current
      },
    })
  }, registration)
}

export interface ShownNotification {
  title: string
  body: string
  tag: string
  requireInteraction: boolean
}

interface WorkerScope {
  /** The notifications that the worker has shown. */
  shown: (ShownNotification & { data: unknown })[]
  registration: { showNotification(title: string, options: Omit<ShownNotification, 'title'>): Promise<void> }
  ExtendableEvent: new (type: string) => object
  dispatchEvent(event: object): void
}

/** Passes a push message to the service worker of the page, as the browser does, and returns the notification that it shows. */
export async function deliverPush(page: Page, text: string): Promise<ShownNotification> {
  const worker = await workerOf(page)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope // runs in the worker
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, data: null, ...options })
    }
  })
  const cdp = await page.context().newCDPSession(page)
  const registration = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
    if (found) registration.resolve(found.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const registrationId = await registration.promise
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text })
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)
  await expect.poll(async () => (await shown()).length).toBe(1)
  const [notification] = await shown()
  if (!notification) throw new Error('nothing is shown')
  return notification
}

/** Taps the last notification. */
export const tapNotification = async (page: Page): Promise<void> =>
  (await workerOf(page)).evaluate(() => {
    const scope = globalThis as unknown as WorkerScope // runs in the worker
    const [notification] = scope.shown
    const event = new scope.ExtendableEvent('notificationclick')
    // Only events of the browser itself may be extended.
    Object.defineProperties(event, {
      notification: { value: { ...notification, close: () => undefined } },
      waitUntil: { value: () => undefined },
    })
    scope.dispatchEvent(event)
  })

async function workerOf(page: Page): Promise<Worker> {
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  return worker
}

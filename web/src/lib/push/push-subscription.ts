import type { PushRegistration } from '@eot/contract/push'

/**
 * Whether this browser can show notifications while the portal is closed. `install`: only after the portal is added to the home
 * screen, as on iPhones. `insecure`: only over HTTPS.
 */
export type PushSupport = 'ready' | 'denied' | 'install' | 'insecure' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!globalThis.isSecureContext) return 'insecure'
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isSupported) return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

const workerPath = '/service-worker.js'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

/** The content security policy accepts worker addresses only from this Trusted Types policy, which allows a single one. */
const trustedWorkerPath = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes } // not in the types of TypeScript yet
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerPath })
  return policy?.createScriptURL(workerPath) ?? workerPath
}

let workerUrl: string | undefined

async function startWorker(): Promise<ServiceWorkerRegistration> {
  // A policy can be created only once.
  workerUrl ??= trustedWorkerPath()
  await navigator.serviceWorker.register(workerUrl)
  return navigator.serviceWorker.ready
}

/** Asks the user for permission if necessary. undefined: the user did not grant it. */
export async function subscribeBrowser(publicKey: string): Promise<PushRegistration | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await startWorker()
  const known = await pushManager.getSubscription()
  // The server has another key since its secret key was replaced.
  if (known && !isOf(known, publicKey)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { Endpoint: endpoint, Keys: { P256dh: keys.p256dh ?? '', Auth: keys.auth ?? '' } }
}

/** Stops notifications in this browser, even if the server cannot be reached. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (!key) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

import { type PushBrowser, push } from '@eot/contract/push'
import { call } from '../api/api.ts'
import { pushSupport, subscribeBrowser } from './push-subscription.ts'
import { storePushUser } from './push-user.ts'

/**
 * Turns notifications on in this browser. undefined: the user did not permit them. Asks before anything else, since
 * some browsers ask only in response to a click.
 */
export async function registerBrowser(userId: string, publicKey: string): Promise<PushBrowser | undefined> {
  const registration = await subscribeBrowser(publicKey)
  if (!registration) return undefined
  const browser = await call(push.register, { body: registration })
  storePushUser(userId)
  return browser
}

/** Renews the registration of this browser at the server, unless the permission was withdrawn. */
export async function keepRegistered(userId: string): Promise<void> {
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') return
  const { PublicKey } = await call(push.list)
  await registerBrowser(userId, PublicKey)
}

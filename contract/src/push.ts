import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, id, instant, OnlyPage } from './wire.ts'

/** If there are more browsers, they replace those in which the portal was opened longest ago. */
export const mostPushBrowsers = 10

/** A browser that shows the user's notifications, even while the portal is closed. */
export const PushBrowser = z.strictObject({
  Id: id,
  /** The user agent reported by the browser. */
  UserAgent: z.string(),
  /** Whether it is the browser of this session. */
  IsCurrent: z.boolean(),
  CreatedAt: instant,
  /** When the portal was last opened in it. */
  SeenAt: instant,
  /** When its push service last accepted a notification. */
  NotifiedAt: instant.nullable(),
})
export type PushBrowser = z.output<typeof PushBrowser>

export const PushBrowsers = z.strictObject({
  /** The key by which push services recognize this server (RFC 8292): an uncompressed point of P-256, in base64url. */
  PublicKey: z.string(),
  Browsers: z.array(PushBrowser),
})
export type PushBrowsers = z.output<typeof PushBrowsers>

const base64url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/, 'Expected base64url')

/** The JSON that the Push API of the browser returns. */
export const PushRegistration = z.strictObject({
  Endpoint: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ examples: ['https://push.example.org/send/1'] }),
  Keys: z.strictObject({
    /** The browser's public key: 65 bytes. */
    P256dh: base64url
      .min(86)
      .max(90)
      .meta({ examples: ['B'.repeat(87)] }),
    /** The browser's secret: 16 bytes. */
    Auth: base64url
      .min(21)
      .max(24)
      .meta({ examples: ['A'.repeat(22)] }),
  }),
})
export type PushRegistration = z.output<typeof PushRegistration>

export const push = {
  list: endpoint({
    method: 'GET',
    path: '/users/me/push',
    summary: "List the browsers that show the signed-in user's notifications",
    access: 'signedIn',
    query: OnlyPage,
    answer: PushBrowsers,
  }),
  register: endpoint({
    method: 'POST',
    path: '/users/me/push',
    summary:
      'Have this browser show the notifications of the signed-in user, and of nobody else, until the session is ended',
    access: 'signedIn',
    body: PushRegistration,
    answer: PushBrowser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/me/push/:id',
    summary: 'Stop showing notifications in a browser',
    access: 'signedIn',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  test: endpoint({
    method: 'POST',
    path: '/users/me/push/:id/test',
    summary: 'Send a test notification to a browser of the signed-in user',
    access: 'signedIn',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}

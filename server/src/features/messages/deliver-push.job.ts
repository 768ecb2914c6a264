import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { PushSender } from '../../platform/web-push.ts'
import {
  type ChannelDelivery,
  type Compose,
  DeliverPayload,
  deliveryRetry,
} from './deliver-message.command.ts'
import { hasReachedBrowser, isFinalRefusal, NoBrowser, pushToBrowsers } from './push-to-browsers.command.ts'

/** Sends one notification to the browsers of a person. Jobs are grouped by person. */
export const deliverPushJob = defineJob({
  name: 'deliver-push',
  payload: DeliverPayload,
  // Several push services may be slow at the same time (`limitPerService`).
  concurrency: 32,
  perGroup: 1,
  slowSlots: 96,
  retry: deliveryRetry,
})

/** The content shown by the service worker of the portal (`web/public/service-worker.js`). */
export interface PushBody {
  title: string
  text: string
  /** The page that a tap opens. */
  path: string
  /** A later notification with the same tag replaces this one. */
  tag: string
  /** Whether it stays on the screen until somebody reacts. */
  isUrgent: boolean
}

export interface PushContent extends PushBody {
  /** What the log shows; never a secret. */
  subject: string
}

export type ComposePush = Compose<PushContent>

export interface PushChannelParts {
  db: Kysely<Database>
  clock: Clock
  composers: Readonly<Record<string, ComposePush>>
  push: PushSender
}

export const pushChannel = (parts: PushChannelParts): ChannelDelivery<PushContent, PushBody> => ({
  channel: 'Push',
  composers: parts.composers,
  layOut: ({ subject, ...body }) => ({ subject, body }),
  async send(message, { body }, signal) {
    await pushToBrowsers(parts, message, JSON.stringify(body), signal)
    return null
  },
  hasReached: (message) => hasReachedBrowser(parts.db, message),
  noteKept: () => undefined, // there is always a sender
  hasReports: false,
  refusalOf: (failure) =>
    failure instanceof NoBrowser || isFinalRefusal(failure)
      ? { answer: failure.message, bounce: undefined }
      : undefined,
})

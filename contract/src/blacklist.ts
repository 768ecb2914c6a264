import { z } from 'zod'
import type { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { readableText } from './text.ts'
import { flag, IdParams, id, instant, many, Named, OnlyPage, PageQuery, pageOf, version } from './wire.ts'

/** Channels that reach an address outside the portal. */
export const blacklistTypes = ['Email', 'Text'] as const
export const BlacklistType = z.enum(blacklistTypes)
export type BlacklistType = z.output<typeof BlacklistType>

/** Whether addresses of a channel can be blocked. Browsers are removed instead. */
export const hasBlacklist = (channel: Channel): channel is BlacklistType =>
  blacklistTypes.some((type) => type === channel)

/**
 * Why an address is blocked. HardBounce: according to the mail server there is no such mailbox. Complaint: the receiver marked
 * a message as spam. Stop: the receiver answered STOP. InvalidNumber: the number cannot receive text messages. SoftBounces:
 * several messages failed in a row. Manual: an administrator blocked it.
 */
export const blockReasons = [
  'HardBounce',
  'Complaint',
  'Stop',
  'InvalidNumber',
  'SoftBounces',
  'Manual',
] as const
export const BlockReason = z.enum(blockReasons)
export type BlockReason = z.output<typeof BlockReason>

export const blockReasonLength = 200

/** An address to which messages have failed, and whether it is blocked. */
export const BlacklistEntry = z.strictObject({
  Id: id,
  /** An email address in lower case, or a phone number as +15551234567. */
  Receiver: z.string(),
  Type: BlacklistType,
  IsBlocked: z.boolean(),
  /** Why it is blocked, or was last. null: it was never blocked. */
  Reason: BlockReason.nullable(),
  /** The provider's answer, if any. */
  Detail: z.string().nullable(),
  /** Messages that failed since the last one that arrived. */
  Failures: z.int(),
  LastFailureAt: instant.nullable(),
  BlockedAt: instant.nullable(),
  /** When a block after several failures expires. null: never. */
  BlockedUntil: instant.nullable(),
  /** The users with this address. */
  Users: z.array(Named),
  Version: version,
})
export type BlacklistEntry = z.output<typeof BlacklistEntry>

/** Reasons of a block that the owner of the address may end. A block by STOP ends with the answer START. */
export const endableReasons: readonly BlockReason[] = [
  'HardBounce',
  'Complaint',
  'InvalidNumber',
  'SoftBounces',
]

/** A blocked address of the signed-in user. */
export const OwnBlock = z.strictObject({
  Type: BlacklistType,
  Receiver: z.string(),
  Reason: BlockReason.nullable(),
  BlockedAt: instant.nullable(),
  /** When the block expires. null: never. */
  BlockedUntil: instant.nullable(),
  /** Whether the user may end it. */
  IsEndable: z.boolean(),
})
export type OwnBlock = z.output<typeof OwnBlock>

export const blacklists = {
  list: endpoint({
    method: 'GET',
    path: '/blacklists',
    summary:
      'List the addresses to which messages have failed; the search covers addresses and names of users',
    access: 'ViewBlacklist',
    query: z.strictObject({
      ...PageQuery.shape,
      sortBy: z.enum(['Receiver', 'Type', 'BlockedAt', 'LastFailureAt']).default('LastFailureAt'),
      /** Part of an address. */
      receiver: z.string().max(320).optional(),
      type: many(BlacklistType),
      /** Only the addresses of this user. */
      user: id.optional(),
      IsBlocked: flag.optional(),
    }),
    answer: pageOf(BlacklistEntry),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/blacklists/mine',
    summary: 'List the blocked addresses of the signed-in user',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(OwnBlock),
  }),
  endMine: endpoint({
    method: 'POST',
    path: '/blacklists/mine',
    summary: 'End the block of an address of the signed-in user, and forget its failures',
    access: 'signedIn',
    status: 204,
    body: z.strictObject({ Type: BlacklistType }),
    answer: z.undefined(),
  }),
  get: endpoint({
    method: 'GET',
    path: '/blacklists/:id',
    summary: 'Get an entry of the blacklist',
    access: 'ViewBlacklist',
    params: IdParams,
    answer: BlacklistEntry,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/blacklists/:id',
    summary: 'Block or unblock an address; unblocking forgets its failures',
    access: 'EditBlacklist',
    params: IdParams,
    body: z.strictObject({
      IsBlocked: z.boolean(),
      /** Why, for the history. */
      Reason: readableText.max(blockReasonLength).optional(),
      Version: version.optional(),
    }),
    answer: BlacklistEntry,
  }),
}

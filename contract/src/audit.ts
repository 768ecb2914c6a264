import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { epochMs, id, instant, many, Named, pageOf, SitePageQuery } from './wire.ts'

/** Subjects of audited actions: the part of an action before its dot. */
export const auditAreas = [
  'access',
  'alert',
  'attempt',
  'blacklist',
  'database',
  'device',
  'device_group',
  'gateway_token',
  'hint',
  'import',
  'maintenance',
  'mail',
  'model',
  'own_report',
  'password',
  'report',
  'rules',
  'second_factor',
  'session',
  'site',
  'sso',
  'subscription',
  'system_message',
  'user',
  'user_list',
  'webhook',
  'webhook_event',
  'webhook_request',
] as const

export const AuditEntry = z.strictObject({
  Id: z.string(),
  At: instant,
  /** The user who did it; null for the program itself or an unknown person. */
  Actor: Named.nullable(),
  /** Such as `device.created`; operations.md lists them. */
  Action: z.string(),
  /** The record it was done to. `Name` is null if the caller has no access to it now and the entry does not contain it. */
  Subject: z.strictObject({ Id: id, Name: z.string().nullable() }).nullable(),
  /** The site it belonged to at that time, with its name at that time. */
  Site: Named.nullable(),
  /**
   * Changed fields with their values before and after. A site that the caller had no access to is `{ Id: null, Name: null }`.
   */
  Changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** Other recorded data. */
  Details: z.record(z.string(), z.unknown()),
  /** Network address of the request; null for background work. */
  Address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'List audited actions of a site and its sub-sites, newest first',
    access: 'ViewHistory',
    query: z.strictObject({
      ...SitePageQuery.shape,
      sortBy: z.enum(['At']).default('At'),
      /** The record it was done to, such as the id of a device. */
      subject: id.optional(),
      /** Id of the user who did it. */
      actor: id.optional(),
      /** Actions, or areas such as `device` for all actions on devices. */
      action: many(
        z
          .string()
          .max(60)
          .regex(/^[a-z_]+(\.[a-z_]+)?$/, 'Expected an action such as device.created, or device')
          .meta({ examples: ['device', 'device.created'] }),
      ),
      startTime: epochMs.optional(),
      endTime: epochMs.optional(),
    }),
    answer: pageOf(AuditEntry),
  }),
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableText } from './text.ts'
import { IdParams, id, instant, Named, OnlyPage, ScopeQuery } from './wire.ts'

/**
 * The kinds of hints. For a vape alert: `CorroboratedVape`, particulates and TVOC rose with it; `ProbableSteam`, humidity rose
 * first. For a sensor: `RoomUnlikeOthers`, its values of the last week are far from those of the other rooms of its site;
 * `SensorDrift`, its values move away from those of the others.
 */
export const hintKinds = ['CorroboratedVape', 'ProbableSteam', 'RoomUnlikeOthers', 'SensorDrift'] as const
export type HintKind = (typeof hintKinds)[number]

/** Why a hint was dismissed: it was right and known or acted upon, or it was wrong. */
export const dismissalReasons = ['Known', 'Fixed', 'Wrong'] as const
export type DismissalReason = (typeof dismissalReasons)[number]

/**
 * A value that led to the hint, in the unit of the sensor, and the usual value: before the alert, in other rooms or at first.
 */
export const HintEvidence = z.strictObject({ Sensor: z.string(), Usual: z.number(), Value: z.number() })
export type HintEvidence = z.output<typeof HintEvidence>

export const Hint = z.strictObject({
  Id: id,
  Kind: z.enum(hintKinds),
  Site: Named,
  Device: Named,
  /** The vape alert it refers to; null if it refers to a sensor. */
  AlertId: id.nullable(),
  /** When it was first and last found; for an alert, its start. */
  FirstAt: instant,
  LastAt: instant,
  Evidence: z.array(HintEvidence),
  /** How long before the alert the humidity rose. */
  LeadSeconds: z.int().nullable(),
  /** How many other rooms the sensor was compared with. */
  Rooms: z.int().nullable(),
  /** The number of days over which the values moved. */
  Days: z.int().nullable(),
  Dismissed: z
    .strictObject({
      Reason: z.enum(dismissalReasons),
      Comment: z.string().nullable(),
      At: instant,
      By: Named.nullable(),
    })
    .nullable(),
})
export type Hint = z.output<typeof Hint>

export const hints = {
  list: endpoint({
    method: 'GET',
    path: '/hints',
    summary:
      'List hints for people to check, newest first, at most 200: those found in the last two days, or those of an alert',
    access: 'ViewAlerts',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape, alertId: id.optional() }),
    answer: z.strictObject({
      Items: z.array(Hint),
      /**
       * How often hints of each kind were right in the last year at these sites: according to the dispositions of their alerts
       * and the reasons for which they were dismissed.
       */
      Precision: z.array(z.strictObject({ Kind: z.enum(hintKinds), Right: z.int(), Wrong: z.int() })),
    }),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/hints/:id/dismissal',
    summary: 'Dismiss a hint, and say whether it was right',
    access: 'ConfirmAlerts',
    params: IdParams,
    body: z.strictObject({
      Reason: z.enum(dismissalReasons),
      Comment: readableText.max(500).nullable().optional(),
    }),
    answer: Hint,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/hints/:id/dismissal',
    summary: 'Take back the dismissal of a hint',
    access: 'ConfirmAlerts',
    params: IdParams,
    answer: Hint,
  }),
}

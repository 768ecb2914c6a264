import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RuleOverride, RuleOverrides } from './settings.ts'
import { alertTypes } from './vocabulary.ts'
import { epochMs, IdParams, id, numeric, OnlyPage, version } from './wire.ts'

/** Where a rule is set. System: the defaults of the program. */
export const ruleLevels = ['System', 'Model', 'Site', 'Device'] as const
export type RuleLevelName = (typeof ruleLevels)[number]

/** The settings of one level for a rule. */
export const RuleLevel = z.strictObject({
  Level: z.enum(ruleLevels),
  /** The model, site or device. null for the system, and for a site above those the caller sees. */
  Id: id.nullable(),
  Name: z.string().nullable(),
  /** Version of that record, to send with a change of its rules; null like `Id`. */
  Version: version.nullable(),
  /** The fields it sets; the others are inherited. */
  Values: RuleOverride,
})
export type RuleLevel = z.output<typeof RuleLevel>

/** An alert rule in effect. Levels are in canonical units, times in seconds. */
export const EffectiveRule = z.strictObject({
  AlertType: z.string(),
  Sensor: z.string().nullable(),
  Direction: z.enum(['high', 'low']),
  IsActive: z.boolean(),
  RaiseLevel: z.number(),
  ClearLevel: z.number(),
  RaiseHold: z.number(),
  ClearHold: z.number(),
  Cooldown: z.number(),
  /** The last level with any settings. */
  Source: z.enum(ruleLevels),
  /** System, model, the sites from the top down, device; each overrides those before it, field by field. */
  Levels: z.array(RuleLevel),
})
export type EffectiveRule = z.output<typeof EffectiveRule>

/** The rule of a site, with the number of devices to which it applies. */
export const SiteRule = EffectiveRule.extend({
  /** Devices of the site and its sub-sites that have the sensor. */
  Devices: z.int(),
  /** Those of them that do not follow this rule completely, since a sub-site or the device overrides something. */
  Overruled: z.int(),
})
export type SiteRule = z.output<typeof SiteRule>

/**
 * The settings of a site, model or device. The object given for a type replaces all its settings: a field that is left out is
 * inherited again, and an empty object inherits the whole rule. Types that are not given stay unchanged.
 */
const RuleChange = z.strictObject({ Rules: RuleOverrides, Version: version.nullish() })

const rulesOf = (path: string, summary: string) =>
  ({ method: 'GET', path, summary, params: IdParams, query: OnlyPage }) as const
const changeOf = (path: string, summary: string) =>
  ({ method: 'PUT', path, summary, params: IdParams, body: RuleChange }) as const

/** An alert that a rule would have raised. */
export const TrialAlert = z.strictObject({
  StartAt: z.iso.datetime(),
  /** null: it would still be open. */
  EndAt: z.iso.datetime().nullable(),
  /** The most extreme value. */
  Peak: z.number(),
  /** The disposition of the recorded alert at that time; null without one. */
  Disposition: z.enum(['Real', 'False', 'Unknown']).nullable(),
})
export type TrialAlert = z.output<typeof TrialAlert>

/** null if fewer than three false alarms would be avoided. There is none for carbon monoxide. */
export const LevelSuggestion = z.strictObject({
  RaiseLevel: z.number(),
  /** Alerts of this type in the period, and how many of them were marked false. */
  Alerts: z.int(),
  False: z.int(),
  /** Those marked false that this level would not have raised. */
  FalseAvoided: z.int(),
  /** Other alerts that it would not have raised. None of them was marked real. */
  Missed: z.int(),
})
export type LevelSuggestion = z.output<typeof LevelSuggestion>

/** A rule of a device. */
export const RuleParams = z.strictObject({ id, type: z.enum(alertTypes.map(({ Key }) => Key)) })

/** A rule that is being changed. Omitted fields have the values in effect. */
export const DraftedRule = z.strictObject({
  ...OnlyPage.shape,
  RaiseLevel: numeric(z.number()).optional(),
  ClearLevel: numeric(z.number()).optional(),
  RaiseHold: numeric(z.number().min(0).max(86_400)).optional(),
})
export type DraftedRule = z.output<typeof DraftedRule>

export const rules = {
  ofDevice: endpoint({
    ...rulesOf(
      '/devices/:id/rules',
      'List the alert rules in effect for a device, with what each level sets',
    ),
    answer: z.array(EffectiveRule),
    access: 'ViewDevices',
  }),
  changeDevice: endpoint({
    ...changeOf(
      '/devices/:id/rules',
      'Set or reset alert rules of a device; the object of a type replaces all that the device sets of it',
    ),
    answer: z.array(EffectiveRule),
    access: 'ManageThresholds',
  }),
  ofSite: endpoint({
    ...rulesOf('/sites/:id/rules', 'List the alert rules of a site, before those of models and devices'),
    answer: z.array(SiteRule),
    access: 'ManageThresholds',
  }),
  changeSite: endpoint({
    ...changeOf(
      '/sites/:id/rules',
      'Set or reset alert rules of a site and its sub-sites; the object of a type replaces all that the site sets of it',
    ),
    answer: z.array(SiteRule),
    access: 'ManageThresholds',
  }),
  ofModel: endpoint({
    ...rulesOf('/models/:id/rules', 'List the alert rules of a device model'),
    answer: z.array(EffectiveRule),
    access: 'ViewDevices',
  }),
  changeModel: endpoint({
    ...changeOf(
      '/models/:id/rules',
      'Set or reset alert rules of a device model; the object of a type replaces all that the model sets of it',
    ),
    answer: z.array(EffectiveRule),
    access: 'ManageModels',
  }),
  suggestion: endpoint({
    method: 'GET',
    path: '/devices/:id/rules/:type/suggestion',
    summary:
      'Suggest a raise level that avoids alerts like those marked false in the last four weeks, without missing one marked real',
    access: 'ViewDevices',
    params: RuleParams,
    query: OnlyPage,
    answer: z.strictObject({
      From: z.iso.datetime(),
      To: z.iso.datetime(),
      Suggestion: LevelSuggestion.nullable(),
    }),
  }),
  trial: endpoint({
    method: 'GET',
    path: '/devices/:id/rules/:type/trial',
    summary:
      'List the alerts that a rule would have raised, evaluated on the extreme value of each minute; fields not given are those in effect',
    access: 'ViewDevices',
    params: RuleParams,
    query: z.strictObject({
      ...DraftedRule.shape,
      /** Defaults to seven days before the end. At most 31 days. */
      startTime: epochMs.optional(),
      /** Defaults to now. */
      endTime: epochMs.optional(),
    }),
    answer: z.strictObject({
      From: z.iso.datetime(),
      To: z.iso.datetime(),
      Alerts: z.array(TrialAlert),
      /** Recorded alerts of this type not marked false, at times when the rule would have raised none. */
      Missed: z.int(),
    }),
  }),
}

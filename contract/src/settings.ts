import { z } from 'zod'
import { languages } from './languages.ts'
import { ratingStandards } from './rating-standards.ts'
import { alertTypes } from './vocabulary.ts'

/** Within the range that alert columns can store, and far beyond any sensor's range. */
const level = z.number().min(-10_000_000).max(10_000_000)

/** Fields of an alert rule that override inherited ones (model → site → device). Levels are in canonical units. */
export const RuleOverride = z.strictObject({
  IsActive: z.boolean().optional(),
  RaiseLevel: level.optional(),
  ClearLevel: level.optional(),
  /** Seconds that the condition must last before the alert is raised (RaiseHold) or ended (ClearHold). */
  RaiseHold: z.number().min(0).max(86_400).optional(),
  ClearHold: z.number().min(0).max(86_400).optional(),
  /** Seconds after an alert ends during which the same device and type raises no new one. */
  Cooldown: z.number().min(0).max(86_400).optional(),
})
export type RuleOverride = z.output<typeof RuleOverride>

export const RuleOverrides = z.partialRecord(z.enum(alertTypes.map((type) => type.Key)), RuleOverride)
export type RuleOverrides = z.output<typeof RuleOverrides>

export const Theme = z.enum(['Default', 'Auto', 'Dark', 'Light'])
export type Theme = z.output<typeof Theme>

const shown = {
  Measurement: z.enum(['Metric', 'Imperial']).optional(),
  RatingsDefault: z.enum(['AirQuality', 'Comfort']).optional(),
  DashboardDefault: z.string().max(40).optional(),
  /** The language of the portal, emails, text messages and reports. Default: English. */
  Language: z.enum(languages).optional(),
}

export const UserSettings = z.strictObject({
  Theme: Theme.optional(),
  ...shown,
  /** Defaults to the browser's locale. */
  Clock: z.enum(['12h', '24h']).optional(),
  /** Shortcuts of a single character, such as J and ?. Default: On. */
  SingleKeys: z.enum(['On', 'Off']).optional(),
})
export type UserSettings = z.output<typeof UserSettings>

/** Settings that are absent or null stay unchanged. `Default` removes the user's own choice; for the dashboard, `''` does. */
export const UserSettingsChange = z.strictObject({
  Theme: Theme.nullish(),
  Measurement: z.enum(['Default', 'Metric', 'Imperial']).nullish(),
  RatingsDefault: z.enum(['Default', 'AirQuality', 'Comfort']).nullish(),
  DashboardDefault: shown.DashboardDefault.nullable(),
  Language: z.enum(['Default', ...languages]).nullish(),
  Clock: z.enum(['Default', '12h', '24h']).nullish(),
  SingleKeys: z.enum(['Default', 'On', 'Off']).nullish(),
})
export type UserSettingsChange = z.output<typeof UserSettingsChange>

/** The published limits by which air quality is rated. */
const RatingStandard = z.enum(ratingStandards)

export const SiteSettings = z.strictObject({
  Theme: Theme.optional(),
  ...shown,
  RatingStandard: RatingStandard.optional(),
  Rules: RuleOverrides.optional(),
})
export type SiteSettings = z.output<typeof SiteSettings>

/** Settings that are absent or null stay unchanged. `Default` restores the inherited value; for the dashboard, an empty text restores it. */
export const SiteSettingsChange = z.strictObject({
  Theme: Theme.nullish(),
  Measurement: UserSettingsChange.shape.Measurement,
  RatingsDefault: UserSettingsChange.shape.RatingsDefault,
  DashboardDefault: shown.DashboardDefault.nullable(),
  Language: UserSettingsChange.shape.Language,
  RatingStandard: z.enum(['Default', ...ratingStandards]).nullish(),
  Rules: RuleOverrides.nullish(),
})
export type SiteSettingsChange = z.output<typeof SiteSettingsChange>

/** Seconds between reports, for a device that neither reports its interval nor has one configured. */
export const defaultReportInterval = 60

export const DeviceSettings = z.strictObject({
  /** Configured seconds between reports; determines after how much silence the device counts as offline. */
  ReportInterval: z.int().min(1).max(86_400).optional(),
  Rules: RuleOverrides.optional(),
})
export type DeviceSettings = z.output<typeof DeviceSettings>

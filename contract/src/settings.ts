import { z } from 'zod'
import { alertTypes } from './vocabulary.ts'

/** Within what can be stored of an alert; far beyond what any sensor reports. */
const level = z.number().min(-10_000_000).max(10_000_000)

/** One alert rule as far as it differs from what it inherits (model → site → device). Levels are in canonical units. */
export const RuleOverride = z.strictObject({
  IsActive: z.boolean().optional(),
  RaiseLevel: level.optional(),
  ClearLevel: level.optional(),
  /** Seconds the condition must last before the alert is raised, or ended. */
  RaiseHold: z.number().min(0).max(86_400).optional(),
  ClearHold: z.number().min(0).max(86_400).optional(),
  /** Seconds after an end in which the same device and type stays quiet. */
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
}

export const UserSettings = z.strictObject({
  Theme: Theme.optional(),
  ...shown,
  /** Absent: the clock of the browser's locale. */
  Clock: z.enum(['12h', '24h']).optional(),
})
export type UserSettings = z.output<typeof UserSettings>

export const SiteSettings = z.strictObject({
  Theme: Theme.optional(),
  ...shown,
  Rules: RuleOverrides.optional(),
})
export type SiteSettings = z.output<typeof SiteSettings>

/** Seconds between two reports of a device that neither says so itself nor was set up with another. */
export const defaultReportInterval = 60

export const DeviceSettings = z.strictObject({
  /** Seconds between two reports, as the device is set up; decides when silence means offline. */
  ReportInterval: z.int().min(1).max(86_400).optional(),
  Rules: RuleOverrides.optional(),
})
export type DeviceSettings = z.output<typeof DeviceSettings>

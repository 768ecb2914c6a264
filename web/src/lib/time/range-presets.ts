/** The presets of the specification, in its order (spec 3). */
export const rangePresets = [
  'lasthour',
  'last4hours',
  'last12hours',
  'today',
  'last24hours',
  'yesterday',
  '2daysago',
  'last7days',
  'last28days',
  'last30days',
  'thisweek',
  'thismonth',
  'thisyear',
  'alltime',
  'custom',
] as const
export type RangePreset = (typeof rangePresets)[number]

export const isRangePreset = (text: unknown): text is RangePreset =>
  rangePresets.some((preset) => preset === text)

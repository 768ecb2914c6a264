import { z } from 'zod'

/** Names of the fields of the days, from Sunday. */
export const weekdayFields = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** A flag for each day on which a window begins. */
export const weekdayFlags = Object.fromEntries(weekdayFields.map((day) => [day, z.boolean()])) as Record<
  (typeof weekdayFields)[number],
  z.ZodBoolean
>

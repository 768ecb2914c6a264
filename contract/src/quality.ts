import { z } from 'zod'

/** Why values of a sensor are missing or unreliable. */
export const qualities = ['Gap', 'Stuck', 'OutOfRange', 'ClockSkew', 'Noisy'] as const
export type Quality = (typeof qualities)[number]

/** A part of a series, in epoch ms, [From, To). Those of different qualities may overlap. */
export const QualitySpan = z.strictObject({ From: z.int(), To: z.int(), Quality: z.enum(qualities) })
export type QualitySpan = z.output<typeof QualitySpan>

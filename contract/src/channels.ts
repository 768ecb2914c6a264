import { z } from 'zod'

/** Ways to tell a person something. */
export const channels = ['Email', 'Text'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

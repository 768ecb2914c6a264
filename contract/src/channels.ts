import { z } from 'zod'

/** Ways to notify a person. `Push`: in the browsers in which the person has allowed it. */
export const channels = ['Email', 'Text', 'Push'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

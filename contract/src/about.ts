import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const About = z.strictObject({
  Name: z.string(),
  Version: z.string(),
  /** Whether development-only endpoints and pages are available. */
  IsDevelopment: z.boolean(),
  /** Whether a single sign-on provider is configured for `/auth/azurelogin`. */
  SingleSignOn: z.boolean(),
})
export type About = z.output<typeof About>

export const about = {
  get: endpoint({
    method: 'GET',
    path: '/about',
    summary: 'Name and version of the program, and the sign-in methods it offers',
    access: 'public',
    answer: About,
  }),
}

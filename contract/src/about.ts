import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const About = z.strictObject({
  Name: z.string(),
  Version: z.string(),
  /** Development-only calls and pages are there. */
  IsDevelopment: z.boolean(),
  /** Whether `/auth/azurelogin` leads to a provider. */
  SingleSignOn: z.boolean(),
})
export type About = z.output<typeof About>

export const about = {
  get: endpoint({
    method: 'GET',
    path: '/about',
    summary: 'Name and version of the program, and which ways to sign in it offers',
    access: 'public',
    answer: About,
  }),
}

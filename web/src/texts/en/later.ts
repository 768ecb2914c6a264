import { about } from './about.ts'
import { account } from './account.ts'
import { admin } from './admin.ts'
import { collections } from './collections.ts'
import { devices } from './devices.ts'
import { edits } from './edits.ts'
import { help } from './help.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { logs } from './logs.ts'
import { messages } from './messages.ts'
import { palette, shortcuts } from './palette.ts'
import { registration } from './registration.ts'
import { rules } from './rules.ts'
import { signInSteps } from './sign-in-steps.ts'
import { sites } from './sites.ts'
import { subscriptions } from './subscriptions.ts'
import { twoFactor } from './two-factor.ts'
import { users } from './users.ts'

/** The texts of all other pages. Loaded before the first of them is shown. */
export const later = {
  about,
  account,
  admin,
  collections,
  devices,
  ...edits,
  help,
  history,
  imports,
  logs,
  messages,
  palette,
  registration,
  rules,
  shortcuts,
  signInSteps,
  sites,
  subscriptions,
  twoFactor,
  users,
}

import { about } from './en/about.ts'
import { account } from './en/account.ts'
import { admin } from './en/admin.ts'
import { alerts } from './en/alerts.ts'
import { chart } from './en/chart.ts'
import { collections } from './en/collections.ts'
import { controls } from './en/controls.ts'
import { dashboard } from './en/dashboard.ts'
import { devices } from './en/devices.ts'
import { help } from './en/help.ts'
import { history } from './en/history.ts'
import { logs } from './en/logs.ts'
import { messages } from './en/messages.ts'
import { palette, shortcuts } from './en/palette.ts'
import { registration } from './en/registration.ts'
import { sensors } from './en/sensors.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { sites } from './en/sites.ts'
import { twoFactor } from './en/two-factor.ts'
import { users } from './en/users.ts'
import { vocabulary } from './en/vocabulary.ts'

/** All texts of the portal. Another language is another object of this shape. */
export const en = {
  ...controls,
  about,
  account,
  admin,
  alerts,
  chart,
  collections,
  dashboard,
  devices,
  help,
  logs,
  messages,
  history,
  palette,
  registration,
  sensors,
  shell,
  shortcuts,
  signIn,
  sites,
  twoFactor,
  users,
  vocabulary,
}

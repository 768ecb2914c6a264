import type { later as english } from '../en/later.ts'
import { about } from './about.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { admin } from './admin.ts'
import { blacklist } from './blacklist.ts'
import { collections } from './collections.ts'
import { confirmLink } from './confirm-link.ts'
import { devices } from './devices.ts'
import { edits } from './edits.ts'
import { endAlerts } from './end-alerts.ts'
import { firstSteps } from './first-steps.ts'
import { forecast } from './forecast.ts'
import { health } from './health.ts'
import { help } from './help.ts'
import { hints } from './hints.ts'
import { historical } from './historical.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { installation } from './installation.ts'
import { logs } from './logs.ts'
import { maintenance } from './maintenance.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { otherSensors } from './other-sensors.ts'
import { palette, shortcuts } from './palette.ts'
import { push } from './push.ts'
import { quality } from './quality.ts'
import { ratings } from './ratings.ts'
import { registration } from './registration.ts'
import { reports } from './reports.ts'
import { rooms } from './rooms.ts'
import { rules } from './rules.ts'
import { schedule } from './schedule.ts'
import { shareLink } from './share-link.ts'
import { signInSteps } from './sign-in-steps.ts'
import { similarAlerts } from './similar-alerts.ts'
import { sites } from './sites.ts'
import { subscriptions } from './subscriptions.ts'
import { told } from './told.ts'
import type { Translated } from './translated.ts'
import { twoFactor } from './two-factor.ts'
import { users } from './users.ts'
import { weather } from './weather.ts'
import { webhooks } from './webhooks.ts'
import { year } from './year.ts'

/** The texts of all other pages. Loaded before the first of them is shown. */
export const later: Translated<typeof english> = {
  about,
  account,
  activity,
  admin,
  blacklist,
  collections,
  confirmLink,
  devices,
  ...edits,
  endAlerts,
  firstSteps,
  forecast,
  health,
  help,
  hints,
  historical,
  history,
  imports,
  installation,
  logs,
  maintenance,
  messages,
  notifications,
  otherSensors,
  palette,
  push,
  quality,
  ratings,
  registration,
  reports,
  rooms,
  rules,
  schedule,
  shareLink,
  shortcuts,
  signInSteps,
  similarAlerts,
  sites,
  subscriptions,
  told,
  twoFactor,
  users,
  weather,
  webhooks,
  year,
}

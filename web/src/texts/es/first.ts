import type { first as english } from '../en/first.ts'
import { alerts } from './alerts.ts'
import { banner } from './banner.ts'
import { chart } from './chart.ts'
import { controls } from './controls.ts'
import { dashboard } from './dashboard.ts'
import { sensors } from './sensors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import type { Translated } from './translated.ts'
import { vocabulary } from './vocabulary.ts'

/** The texts of the pages that are often opened first and of the frame around every page. */
export const first: Translated<typeof english> = {
  ...controls,
  alerts,
  banner,
  chart,
  dashboard,
  sensors,
  shell,
  signIn,
  vocabulary,
}

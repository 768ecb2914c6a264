import { alerts } from './alerts.ts'
import { banner } from './banner.ts'
import { chart } from './chart.ts'
import { controls } from './controls.ts'
import { dashboard } from './dashboard.ts'
import { sensors } from './sensors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { vocabulary } from './vocabulary.ts'

/** The texts of the pages that are often opened first and of the frame around every page. Loaded with the program. */
export const first = { ...controls, alerts, banner, chart, dashboard, sensors, shell, signIn, vocabulary }

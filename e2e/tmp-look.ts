import { readSecrets } from '@eot/demo/kept-secrets'
import { launchChromium } from './src/chromium.ts'
import { signIn } from './src/screens.ts'
const url = 'http://localhost:8500'
const { accounts } = await readSecrets('data-demo')
const account = accounts.find(({ role }) => role === 'Site Administrator')!
const browser = await launchChromium()
const only = process.argv.slice(2)
for (const [width, height, scheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [390, 844, 'light'], [390, 844, 'dark']] as const) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'en-US', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60000)
  const page = await context.newPage()
  await signIn(page, url, { email: account.email, password: account.password! })
  for (const [name, path] of [['help', '/help'], ['guide', '/help?guide=managing-a-site'], ['history', '/devices/historical-sensor-data'], ['rooms', '/devices/all-rooms'], ['live', '/devices/live-sensor-data'], ['forecast', '/forecast']] as const) {
    if (only.length && !only.includes(name)) continue
    await page.goto(url + path)
    await page.waitForTimeout(5000)
    await page.screenshot({ path: `/work/look/${name}-${width}-${scheme}.png`, fullPage: name !== 'help' })
  }
  await context.close()
}
await browser.close()

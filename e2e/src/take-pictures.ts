import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@eot/contract/languages'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type Demo, withDemo } from './pictures/demo.ts'
import { type Picture, pictures } from './pictures/pictures.ts'
import { signIn } from './screens.ts'

const shownWithinMs = 120_000

declare const document: { querySelector(selector: string): object | null }

/** Returns where a picture is, below the folder of all pictures. */
const fileOf = (name: string, language: Language): string =>
  join(language === 'en' ? '' : language, `${name}.png`)

/** Takes all pictures of the README and the guide from a demo. Returns their files, below `folder`. */
export async function takePictures(demo: Demo, folder: string): Promise<string[]> {
  const browser = await launchChromium()
  const taken: string[] = []
  for (const picture of pictures)
    for (const language of picture.languages) {
      await demo.speak(language)
      if (picture.isBusy) await demo.disturb()
      const file = fileOf(picture.name, language)
      await mkdir(join(folder, dirname(file)), { recursive: true })
      await take(browser, demo, picture, language, join(folder, file))
      taken.push(file)
    }
  await browser.close()
  return taken
}

async function take(
  browser: Browser,
  { url, person }: Demo,
  { screen, show }: Picture,
  language: Language,
  path: string,
): Promise<void> {
  const context = await browser.newContext({ ...screen, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(shownWithinMs)
  const page = await context.newPage()
  await signIn(page, url, person)
  await show(page, language)
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy=true]') === null)
  await page.screenshot({ path })
  await context.close()
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))
  const taken = await withDemo((demo) => takePictures(demo, folder))
  for (const file of taken) process.stdout.write(`docs/images/${file}\n`)
}

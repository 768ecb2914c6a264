import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '@eot/contract/languages'
import { users } from '@eot/contract/users'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { spanishPages } from '../scripts/portal-texts.ts'
import { files, root, textOf } from '../scripts/repository-files.ts'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { furnishSchool } from './src/furnished-school.ts'
import { settle } from './src/look.ts'
import { withDemo } from './src/pictures/demo.ts'
import { startPortal } from './src/portal.ts'
import { portalHeading, signIn } from './src/screens.ts'
import { takePictures } from './src/take-pictures.ts'

/** Pages to which the guide refers by name. */
const named = [
  '/my-schedule',
  '/devices/alert-activity',
  '/devices/historical-sensor-data',
  '/devices/all-rooms',
  '/ratings',
  '/forecast',
  '/reports',
  '/site/webhooks',
  '/admin/audit',
  '/admin/notifications',
  '/admin/blacklist',
]

/** Returns the name of a page, as the portal shows it. */
function nameOf(path: string, language: Language): string {
  const part = path.split('/').at(-1) ?? ''
  return (language === 'es' ? spanishPages[part] : undefined) ?? part.replaceAll('-', ' ')
}

const guideIn = (language: Language): string =>
  files
    .filter((path) =>
      (language === 'en' ? /^docs\/guide\/[\w-]+\.md$/ : /^docs\/guide\/es\/[\w-]+\.md$/).test(path),
    )
    .map(textOf)
    .join('\n')

const visit = useBrowser()

test('all pictures of the README and the guide can be taken from a demo', async () => {
  const folder = await makeTemporaryDirectory()
  onTestFinished(() => rm(folder, { recursive: true }))
  await withDemo(async (demo) => {
    const taken = await takePictures(demo, folder)
    const kept = files.filter((path) => path.startsWith('docs/images/'))
    expect(taken.map((file) => `docs/images/${file}`).sort()).toEqual(kept)
    for (const file of taken) {
      const [picture, before] = await Promise.all(
        [join(folder, file), join(root, 'docs/images', file)].map((path) => readFile(path)),
      )
      // Width and height. A blank page is a fraction of the size.
      expect(picture?.subarray(16, 24), file).toEqual(before?.subarray(16, 24))
      expect(picture?.length, file).toBeGreaterThan((before?.length ?? 0) / 3)
    }
  })
})

test.each(languages)(
  'the listed pages open under the names by which the guide refers to them, in %s',
  async (language) => {
    const portal = await startPortal()
    onTestFinished(portal.stop)
    await furnishSchool(portal)
    const ask = await signInToApi(portal.url)
    const { Id } = await ask(users.me)
    await ask(users.update, { params: { id: Id }, body: { Settings: { Language: language } } })
    const { page, faults } = await visit()
    await signIn(page, portal.url)
    for (const path of named) {
      const name = nameOf(path, language)
      expect(guideIn(language).toLowerCase()).toContain(`*${name.toLowerCase()}`)
      await page.goto(`${portal.url}${path}`)
      await portalHeading(page).waitFor()
      await settle(page)
      // In English, the title consists of the parts of the path.
      const title = async () => (await page.title()).toLowerCase().replaceAll('-', ' ')
      await expect.poll(title).toContain(name.toLowerCase())
    }
    expect(faults).toEqual([])
  },
)

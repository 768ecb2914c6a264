import { expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'
import { readTemplatesBack } from './src/read-templates-back.ts'

const visit = useBrowser()
/** `SCALE=0.01` takes a hundredth of the templates. */
const count = Math.ceil(100_000 * Number(process.env.SCALE ?? 1))

test(`of ${count} random templates and values, as JSON, form and XML, only leaves differ from the template`, async () => {
  const seed = chooseSeed()
  tell(`webhook templates, SEED=${seed}`)
  const { page } = await visit()
  expect(await readTemplatesBack(page, count, seed)).toEqual([])
})

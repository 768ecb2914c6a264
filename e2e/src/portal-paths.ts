import { readFile } from 'node:fs/promises'

const { routes }: { routes: { path: string }[] } = JSON.parse(
  await readFile(new URL('../../docs/spec/checklist.json', import.meta.url), 'utf8'),
)

/** The paths of all pages of the specification, and of pages that it does not name. */
export const portalPaths: readonly string[] = [
  ...routes.map(({ path }) => path),
  '/admin/audit',
  '/no-such-page',
]

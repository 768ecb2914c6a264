import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Returns the commit from which to upgrade: UPGRADE_FROM, or else the last one in `docs/releases.md`; undefined if the clone
 * does not contain it.
 */
export function findEarlierRelease(): string | undefined {
  const named = process.env.UPGRADE_FROM
  if (named) return named
  const commit = listReleases(readFileSync(join(root, 'docs/releases.md'), 'utf8')).at(-1)?.commit
  if (commit === undefined) return undefined
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], root).status === 0 ? commit : undefined
}

/** Returns the rows of the table of releases, oldest first. */
export const listReleases = (page: string): { version: string; commit: string }[] =>
  [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [\d-]+ \| `([0-9a-f]{40})` \|$/gm)].map(
    ([, version = '', commit = '']) => ({ version, commit }),
  )

/** Unpacks a commit with its packages. Returns the folder. */
export async function unpackRelease(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'eot-release-'))
  succeed('git', ['archive', '--output', join(folder, 'release.tar'), commit], root)
  succeed('tar', ['xf', 'release.tar'], folder)
  succeed(
    'npm',
    ['ci', '--prefer-offline', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
    folder,
  )
  return folder
}

const run = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, args, { cwd, encoding: 'utf8' })

function succeed(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = run(command, args, cwd)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

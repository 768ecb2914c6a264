import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { textOf } from './repository-files.ts'

const manual = textOf('docs/operations.md')
/** The unit of the program, and those of the manual, by name. */
const units = new Map([['eot-live.service', textOf('deploy/systemd/eot-live.service')]])
for (const [, block = ''] of manual.matchAll(/```ini\n(# \/etc\/systemd\/[\s\S]*?)```/g))
  for (const [, path = '', text = ''] of block.matchAll(/^# (\/\S+)\n([\s\S]*?)(?=^# \/|(?![\s\S]))/gm))
    units.set(basename(path), text)

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).error === undefined
const title = hasAnalyzer ? '' : ' (systemd-analyze is not installed)'

test.skipIf(!hasAnalyzer)(`systemd accepts the units${title}`, () => {
  expect([...units.keys()]).toEqual(['eot-live.service', 'eot-live-backup.service', 'eot-live-backup.timer'])
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const paths = [...units].map(([name, text]) => {
    const path = join(folder, name)
    // The program is not installed here.
    writeFileSync(path, text.replace('/opt/eot-live/eot-live', '/bin/true').replace('/opt/eot-live', '/'))
    return path
  })
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  })
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('eot-live'))
  expect({ complaints, status }).toEqual({ complaints: [], status: 0 })
})

test('each recipe for encrypted backups reads a passphrase that only root can read', () => {
  const [, file = ''] = /\(umask 077 && echo "BACKUP_PASSPHRASE=.+" > (\S+)\)/.exec(manual) ?? []
  expect(file).toMatch(/^\/etc\//)
  expect(units.get('eot-live-backup.service')).toContain('backup --encrypt')
  expect(units.get('eot-live-backup.service')).toMatch(new RegExp(`^EnvironmentFile=${file}$`, 'm'))
  const [cron = ''] = /`[\d *]+cd .+?`/.exec(manual) ?? []
  expect(cron).toContain('backup --encrypt')
  expect(cron).toContain(`set -a && . /etc/eot-live.conf && . ${file} && `)
})

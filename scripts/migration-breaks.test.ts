import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findEarlierRelease } from '../e2e/src/upgrade/earlier-release.ts'
import { listBreaks } from './migration-breaks.ts'
import { files, root, textOf } from './repository-files.ts'

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

const release = findEarlierRelease()
const since = `since the last release${release ? '' : ' (its commit is not in this clone)'}`
const folder = 'server/migrations'

test.skipIf(!release)(`migrations ${since} keep everything that processes of that release need`, () => {
  const released = git('ls-tree', '-r', '--name-only', `${release}`, '--', folder).stdout.split('\n')
  const added = files.filter((path) => path.startsWith(`${folder}/`) && !released.includes(path))
  expect(listBreaks(added.map(textOf))).toEqual([])
})

test.skipIf(!release)(`${since}, no migration of that release was changed or removed`, () => {
  const changed = git('diff', '--name-only', '--diff-filter=a', `${release}`, '--', folder)
  expect(changed.stdout).toBe('')
})

test.each([
  ['alter table site drop column city', 'drops a column'],
  ['alter table site rename column city to town', 'renames what is in use'],
  ['alter table site rename to place', 'renames what is in use'],
  ['drop table quarantine', 'drops what is in use'],
  ['alter table site alter column city type int', 'changes the type of a column'],
  ['alter table site alter column city set not null', 'requires a column that may be missing'],
  ['alter table site\n  add column floor integer not null', 'requires a column that is not known yet'],
  ['alter table site add constraint site_city check (length(city) < 9)', 'refuses rows that were valid'],
  ['create unique index site__city on site (city)', 'refuses rows that were valid'],
])('%s: %s', (statement, reason) => {
  expect(listBreaks([`${statement};`])).toEqual([expect.stringContaining(reason)])
  expect(listBreaks([`-- Upgrade: nothing has used it since 0.1.\n${statement};`])).toEqual([])
})

test.each([
  'alter table site add column floor integer',
  `alter table site add column floor text not null default 'ground', add column wing text`,
  'create index site__city on site (city)',
  'create table floor (no integer primary key); create unique index floor__no on floor (no); alter table floor drop column no',
  '-- drop table site\nselect 1',
  'create function f() returns void language plpgsql as $$ begin drop table x; alter table y drop column z; end $$',
])('allowed: %s', (statements) => {
  expect(listBreaks([`${statements};`])).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

test('a password matches its hash and no other, and without a hash nothing matches', async () => {
  const passwords = await createPasswordHashing()
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'correct horse')).toBe(true)
  expect(await passwords.matches(hash, 'battery staple')).toBe(false)
  expect(await passwords.matches(null, 'the password of nobody')).toBe(false)
})

test('parallel tasks each get their own result', async () => {
  const passwords = [await createPasswordHashing(), await createPasswordHashing()]
  const hashes = await Promise.all(passwords.map((each, n) => each.hash(`password ${n}`)))
  const matches = await Promise.all(
    hashes.flatMap((hash) => passwords.map((each, n) => each.matches(hash, `password ${n}`))),
  )
  expect(matches).toEqual([true, false, false, true])
})

test('a text that is not a hash is an error, and does not end the thread', async () => {
  const passwords = await createPasswordHashing()
  await expect(passwords.matches('no hash', 'x')).rejects.toThrow()
  expect(await passwords.matches(await passwords.hash('x'), 'x')).toBe(true)
})

test.runIf(process.platform === 'linux')('hashing has a lower priority than all other work', async () => {
  await createPasswordHashing()
  // proc(5): the 19th field is the nice value; the second is a name in parentheses that may contain spaces.
  const niceValues = readdirSync('/proc/self/task').map((thread) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  )
  expect(niceValues).toContain(10)
})

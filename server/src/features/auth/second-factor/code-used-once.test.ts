import { expect, test } from 'vitest'
import { setUpSecondFactor } from '../../../../test/second-factor.ts'
import { testApp } from '../../../../test/test-app.ts'
import { deriveKey } from '../../../platform/derive-key.ts'
import { createSeal } from '../../../platform/seal.ts'
import { useSecondFactor } from './prove-second-factor.command.ts'

const app = await testApp()
const { clock, db, secretKey, signIn } = app
const keys = {
  seal: createSeal(secretKey, 'second factor'),
  recoveryKey: deriveKey(secretKey, 'recovery code'),
}

test('a code and a recovery code are each used once, however many requests use them in parallel', async () => {
  const tokens = await signIn()
  const factor = await setUpSecondFactor(app, tokens)
  const userId = tokens.user.id
  for (const code of [factor.nextCode(), factor.recoveryCodes[0] ?? '', factor.nextCode()]) {
    const use = () =>
      db.transaction().execute((tx) => useSecondFactor(tx, keys, { userId, code, now: clock() }))
    const used = await Promise.all(Array.from({ length: 50 }, use))
    expect(used.filter((one) => one !== undefined)).toHaveLength(1)
  }
})

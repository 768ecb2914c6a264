import type { UserSettings } from '@eot/contract/settings'
import { users } from '@eot/contract/users'
import { call } from '../lib/api/api.ts'
import { type SessionState, sessionState, showUserSettings } from './session.ts'

type SettingsChange = { [Key in keyof UserSettings]?: UserSettings[Key] | undefined }

let saving: Promise<unknown> = Promise.resolve()

/**
 * Saves settings of the signed-in user. They apply at once. If the server refuses, the previous ones are restored and
 * the error is thrown. undefined clears a choice.
 */
export async function saveSettings(change: SettingsChange): Promise<void> {
  const user = userOf(sessionState())
  if (!user) return
  const Settings = merge(user.Settings, change)
  showUserSettings(Settings)
  const earlier = saving
  const save = async () => {
    await earlier
    await call(users.update, { params: { id: user.Id }, body: { Settings } })
  }
  const saved = save()
  saving = saved.catch(() => undefined) // the caller receives the error
  try {
    await saved
  } catch (error) {
    const shown = userOf(sessionState())?.Settings
    if (shown) showUserSettings(merge(shown, pick(user.Settings, change)))
    throw error
  }
}

const userOf = (state: SessionState) => (state.phase === 'authorized' ? state.session.user : undefined)

const merge = (settings: UserSettings, change: SettingsChange) => ({ ...settings, ...change }) as UserSettings // undefined is left out of the request

const pick = (settings: UserSettings, keys: SettingsChange): SettingsChange =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, settings[key as keyof UserSettings]])) // the same keys

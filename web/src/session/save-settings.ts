import type { UserSettings } from '@eot/contract/settings'
import { users } from '@eot/contract/users'
import { call } from '../lib/api/api.ts'
import { type SessionState, sessionState, showUserSettings } from './session.ts'

type SettingsChange = { [Key in keyof UserSettings]?: UserSettings[Key] | undefined }

let saving: Promise<unknown> = Promise.resolve()

/**
 * Saves settings of the user who is signed in. They are in force at once; when the server refuses them, those from
 * before are again, and the refusal is thrown. undefined takes a choice back.
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
  saving = saved.catch(() => undefined) // told to who asked for it
  try {
    await saved
  } catch (error) {
    const shown = userOf(sessionState())?.Settings
    if (shown) showUserSettings(merge(shown, pick(user.Settings, change)))
    throw error
  }
}

const userOf = (state: SessionState) => (state.phase === 'authorized' ? state.session.user : undefined)

const merge = (settings: UserSettings, change: SettingsChange) => ({ ...settings, ...change }) as UserSettings // undefined is left out of what is sent

const pick = (settings: UserSettings, keys: SettingsChange): SettingsChange =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, settings[key as keyof UserSettings]])) // its own keys

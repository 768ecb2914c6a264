import type { UserSettings, UserSettingsChange } from '@eot/contract/settings'
import { type User, users } from '@eot/contract/users'
import { call } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { showUser, userShown } from './session.ts'

/** undefined: the choice is cleared. */
type SettingsChange = { [Key in keyof UserSettings]?: UserSettings[Key] | undefined }

/** Changes that are not saved yet, in the order in which they are sent. */
const waiting: SettingsChange[] = []
/** The signed-in user as last stored, while changes are waiting. */
let stored: User | undefined
let saving: Promise<unknown> = Promise.resolve()

/**
 * Saves settings of the signed-in user, and keeps those that were changed in another tab. They apply at once. If the
 * server refuses, the previous ones are restored and the error is thrown. undefined clears a choice.
 */
export async function saveSettings(change: SettingsChange): Promise<void> {
  const user = userShown()
  if (!user) return
  if (waiting.length === 0) stored = user
  waiting.push(change)
  show()
  const saved = saving.then(() => store(change))
  saving = saved.catch(() => undefined) // the caller receives the error
  await saved
}

async function store(change: SettingsChange) {
  try {
    if (stored) stored = await send(stored, change)
  } finally {
    waiting.splice(waiting.indexOf(change), 1)
    show()
  }
}

/** Sends the change to the settings of `user`, or, if those are out of date, to the current ones. */
async function send(user: User, change: SettingsChange): Promise<User> {
  const Settings = changeOf(change)
  try {
    return await call(users.update, { params: { id: user.Id }, body: { Settings, Version: user.Version } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'edit_conflict' || !error.conflict) throw error
    return send(error.conflict.Current as User, change) // as its GET endpoint returns it
  }
}

/** Shows the stored settings with the changes that are waiting, unless somebody else has signed in. */
function show() {
  if (stored && stored.Id === userShown()?.Id)
    showUser({ ...stored, Settings: waiting.reduce(merge, stored.Settings) })
}

const merge = (settings: UserSettings, change: SettingsChange) => ({ ...settings, ...change }) as UserSettings // shown only

/** The request for a change. */
const changeOf = (change: SettingsChange): UserSettingsChange =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      value ?? (name === 'DashboardDefault' ? '' : 'Default'),
    ]),
  ) // names and values of the contract

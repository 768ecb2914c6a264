import { listChange } from '../src/features/events/index.ts'
import { minute, notifiedSchool } from './notified-school.ts'

/**
 * Creates the school. Ten minutes after the start of an alert that nobody has confirmed, Ann is reminded, and Bo is notified by
 * a subscription that notifies nobody at once.
 */
export async function remindedSchool() {
  const school = await notifiedSchool()
  const { ann, append, db, make, run, site, subscribe, time, to } = school
  await db.updateTable('subscription').set({ remind_after_minutes: 10 }).execute()
  const bo = await make.user({ site, full_name: 'Bo' })
  await subscribe({ site, remindUsers: [bo], remind_after_minutes: 10, events: ['AlertStarted'] })

  /** Changes the only alert, and announces it as the program does. */
  async function changeAlert(
    columns: { confirmed: boolean } | { snoozed_until: Date },
    kind: 'AlertConfirmed' | 'AlertUnconfirmed' | 'AlertUpdated',
  ): Promise<void> {
    const { id, device_id: deviceId } = await db
      .updateTable('alert')
      .set(columns)
      .returning(['id', 'device_id'])
      .executeTakeFirstOrThrow()
    await append([{ kind, at: new Date(time.now), sitePath: site.path, deviceId, alertId: id }])
    await run()
  }

  return {
    ...school,
    bo,
    confirm: () => changeAlert({ confirmed: true }, 'AlertConfirmed'),
    takeBack: () => changeAlert({ confirmed: false }, 'AlertUnconfirmed'),
    /** Snoozes the only alert. 0: ends its snooze. */
    snooze: (minutes: number) =>
      changeAlert({ snoozed_until: new Date(time.now + minutes * minute) }, 'AlertUpdated'),
    /** Creates a maintenance window from now on. */
    maintain: (minutes: number) =>
      make.maintenance({
        site,
        starts_at: new Date(time.now),
        ends_at: new Date(time.now + minutes * minute),
      }),
    /** Announces that a window has ended, as the program does. */
    async announceEnd() {
      await append([listChange('MaintenanceChanged', site.path)])
      await run()
    },
    /** Returns how many reminders each of the two has got. */
    reminders: () =>
      [ann, bo].map(
        (user) => to(user).filter(({ subject = '' }) => subject.startsWith('Nobody has confirmed')).length,
      ),
  }
}

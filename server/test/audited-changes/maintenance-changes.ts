import { alerts } from '@eot/contract/alerts'
import { forecast } from '@eot/contract/forecast'
import { hints } from '@eot/contract/hints'
import { maintenance } from '@eot/contract/maintenance'
import type { AuditedChange } from './audited-change.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const planned = () => ({ StartAt: inHours(1), EndAt: inHours(2), Reason: 'Floor work' })

/** Changes of maintenance windows and closed days, and snoozes of alerts. */
export const maintenanceChanges: AuditedChange[] = [
  {
    endpoint: forecast.changeClosedDays,
    rows: ['site.closed_days_changed'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const body = { Add: [{ Date: '2027-01-04', Name: 'Staff day' }] }
      return () => call(forecast.changeClosedDays, { params: { id: as.user.site.id }, body }, { as })
    },
  },
  {
    endpoint: maintenance.create,
    rows: ['maintenance.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(maintenance.create, { body: planned() }, { as })
    },
  },
  {
    endpoint: maintenance.update,
    rows: ['maintenance.changed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.maintenance({ site: as.user.site })
      return () => call(maintenance.update, { params: { id }, body: { Reason: 'Paint' } }, { as })
    },
  },
  {
    endpoint: maintenance.end,
    rows: ['maintenance.ended'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.maintenance({ site: as.user.site })
      return () => call(maintenance.end, { params: { id } }, { as })
    },
  },
  {
    endpoint: maintenance.remove,
    rows: ['maintenance.canceled'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const { data } = await call(maintenance.create, { body: planned() }, { as })
      return () => call(maintenance.remove, { params: { id: data.Id } }, { as })
    },
  },
  {
    endpoint: alerts.snooze,
    rows: ['alert.snoozed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.alert({ device: await make.device({ site: as.user.site }), ended_at: null })
      return () => call(alerts.snooze, { params: { id }, body: { Until: inHours(1) } }, { as })
    },
  },
  {
    endpoint: alerts.endSnooze,
    rows: ['alert.snooze_ended'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.alert({ device: await make.device({ site: as.user.site }), ended_at: null })
      await call(alerts.snooze, { params: { id }, body: { Until: inHours(1) } }, { as })
      return () => call(alerts.endSnooze, { params: { id } }, { as })
    },
  },
  {
    endpoint: hints.dismiss,
    rows: ['hint.dismissed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.hint({ device: await make.device({ site: as.user.site }) })
      return () => call(hints.dismiss, { params: { id }, body: { Reason: 'Known' } }, { as })
    },
  },
  {
    endpoint: hints.restore,
    rows: ['hint.restored'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.hint({ device: await make.device({ site: as.user.site }) })
      await call(hints.dismiss, { params: { id }, body: { Reason: 'Wrong' } }, { as })
      return () => call(hints.restore, { params: { id } }, { as })
    },
  },
]

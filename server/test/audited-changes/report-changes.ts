import { ownReports } from '@eot/contract/own-reports'
import { reports } from '@eot/contract/reports'
import type { AuditedChange } from './audited-change.ts'

/** Changes of reports and of their settings. */
export const reportChanges: AuditedChange[] = [
  {
    endpoint: ownReports.create,
    rows: ['own_report.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(ownReports.create, { body: { Name: 'Board', Sections: ['Types'] } }, { as })
    },
  },
  {
    endpoint: ownReports.update,
    rows: ['own_report.changed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.ownReport({ site: as.user.site })
      return () => call(ownReports.update, { params: { id }, body: { Name: 'Board' } }, { as })
    },
  },
  {
    endpoint: ownReports.remove,
    rows: ['own_report.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.ownReport({ site: as.user.site })
      return () => call(ownReports.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: ownReports.make,
    rows: ['report.requested'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.ownReport({ site: as.user.site })
      return () => call(ownReports.make, { params: { id }, body: { Day: '2026-11-02' } }, { as })
    },
  },
  {
    endpoint: reports.create,
    rows: ['report.requested'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const params = { id: as.user.site.id }
      return () => call(reports.create, { params, body: { Day: '2026-11-02' } }, { as })
    },
  },
  {
    endpoint: reports.cancel,
    rows: ['report.canceled'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.report({ site: as.user.site })
      return () => call(reports.cancel, { params: { id } }, { as })
    },
  },
  {
    endpoint: reports.remove,
    rows: ['report.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.report({ site: as.user.site })
      return () => call(reports.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: reports.changeSettings,
    rows: ['report.settings_changed'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const params = { id: as.user.site.id }
      return () => call(reports.changeSettings, { params, body: { Delivery: 'Link' } }, { as })
    },
  },
]

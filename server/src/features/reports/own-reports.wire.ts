import type { OwnReport, OwnReportChange, OwnReportInput, OwnReportRow } from '@eot/contract/own-reports'
import { ReportSectionKey } from '@eot/contract/report-model'
import type { z } from 'zod'
import type { MemberName } from '../subscriptions/index.ts'
import type {
  ListedOwnReport,
  OwnReportFields,
  OwnReportRow as StoredOwnReport,
} from './own-reports.queries.ts'
import { nextDueAt, scheduledTypeOf } from './report-period.ts'

/** What the reader and the current time add to a stored report. */
interface Now {
  receivers: number
  now: Date
}

export function ownReportHead(row: ListedOwnReport, { receivers, now }: Now): OwnReportRow {
  const type = scheduledTypeOf(row.schedule)
  return {
    Id: row.id,
    Name: row.name,
    Site: { Id: row.site_id, Name: row.siteName },
    Sections: sectionsOf(row),
    Schedule: row.schedule,
    NextAt: type ? new Date(nextDueAt(type, row.timeZone, now.getTime())).toISOString() : null,
    ReceiverCount: receivers,
    CreatedBy: row.createdBy,
    Version: row.version,
  }
}

export const ownReportToWire = (row: StoredOwnReport, at: Now): OwnReport => ({
  ...ownReportHead(row, at),
  Devices: row.all_devices ? 'All' : row.devices.map(named),
  Groups: row.groups.map(named),
  Users: row.users.map(({ id, name }) => ({ Id: id, FullName: name })),
  Lists: row.lists.map(named),
})

const named = ({ id, name }: MemberName) => ({ Id: id, Name: name })
const sectionsOf = ({ sections }: { sections: string[] }) =>
  sections.map((key) => ReportSectionKey.parse(key)) // stored by the enum

export type OwnReportMembers = Record<'devices' | 'groups' | 'users' | 'lists', string[]>

export interface OwnReportWish {
  fields: OwnReportFields
  members: OwnReportMembers
}

const distinct = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]
const idsOf = (members: readonly MemberName[]) => members.map(({ id }) => id)

export const wishOf = (input: Omit<z.output<typeof OwnReportInput>, 'Site'>): OwnReportWish => ({
  fields: {
    name: input.Name,
    sections: [...new Set(input.Sections)],
    schedule: input.Schedule,
    all_devices: input.Devices === 'All',
  },
  members: {
    devices: input.Devices === 'All' ? [] : distinct(input.Devices),
    groups: distinct(input.Groups),
    users: distinct(input.Users),
    lists: distinct(input.Lists),
  },
})

/** Converts a change; fields that it leaves out stay as they are. */
export function changedWish(
  before: StoredOwnReport,
  change: z.output<typeof OwnReportChange>,
): OwnReportWish {
  const Devices = change.Devices ?? (before.all_devices ? 'All' : idsOf(before.devices))
  return wishOf({
    Name: change.Name ?? before.name,
    Sections: change.Sections ?? sectionsOf(before),
    Schedule: change.Schedule ?? before.schedule,
    Devices,
    // The previous groups belonged to another choice.
    Groups: change.Groups ?? (Devices === 'All' ? [] : idsOf(before.groups)),
    Users: change.Users ?? idsOf(before.users),
    Lists: change.Lists ?? idsOf(before.lists),
  })
}

import type { OwnReport, ReportSchedule } from '@eot/contract/own-reports'
import { type ReportSectionKey, reportSections } from '@eot/contract/report-model'

/** Something chosen, by its kind, id and name. */
export interface Picked<Kind extends string> {
  kind: Kind
  Id: string
  Name: string
}
export type Limit = Picked<'device' | 'group'>
export type Receiver = Picked<'user' | 'list'>

export interface OwnReportValues {
  Name: string
  Sections: ReportSectionKey[]
  Schedule: ReportSchedule
  IsLimited: boolean
  /** Kept while the report is not limited. */
  Limits: Limit[]
  Receivers: Receiver[]
}

export const newValues: OwnReportValues = {
  Name: '',
  Sections: [...reportSections],
  Schedule: 'None',
  IsLimited: false,
  Limits: [],
  Receivers: [],
}

const picked =
  <const Kind extends string>(kind: Kind) =>
  ({ Id, Name }: { Id: string; Name: string }): Picked<Kind> => ({ kind, Id, Name })

export const valuesOf = ({ Devices, Groups, Users, Lists, ...own }: OwnReport): OwnReportValues => ({
  Name: own.Name,
  Sections: own.Sections,
  Schedule: own.Schedule,
  IsLimited: Devices !== 'All',
  Limits: [...Groups.map(picked('group')), ...(Devices === 'All' ? [] : Devices.map(picked('device')))],
  Receivers: [
    ...Lists.map(picked('list')),
    ...Users.map(({ Id, FullName }) => picked('user')({ Id, Name: FullName })),
  ],
})

const idsOf = <Kind extends string>(picks: readonly Picked<Kind>[], kind: Kind) =>
  picks.filter((one) => one.kind === kind).map(({ Id }) => Id)

export const bodyOf = ({ Name, Sections, Schedule, IsLimited, Limits, Receivers }: OwnReportValues) => ({
  Name,
  Sections,
  Schedule,
  Devices: IsLimited ? idsOf(Limits, 'device') : ('All' as const),
  Groups: IsLimited ? idsOf(Limits, 'group') : [],
  Users: idsOf(Receivers, 'user'),
  Lists: idsOf(Receivers, 'list'),
})

export const pickNames = (picks: readonly { Name: string }[]) => picks.map(({ Name }) => Name).join(', ')

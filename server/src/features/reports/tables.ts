import type { ReportSchedule } from '@eot/contract/own-reports'
import type { PaperSize, ReportState, ReportType } from '@eot/contract/reports'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

interface ReportTable {
  id: string
  site_id: string
  type: ReportType
  name: string
  first_day: string
  last_day: string
  is_scheduled: boolean
  sections: string[] | null
  device_ids: string[] | null
  group_ids: string[] | null
  state: ReportState
  done: Generated<number>
  steps: Generated<number>
  /** In the form of `ReportFacts`. */
  facts: ColumnType<unknown, string | undefined, string>
  receivers: Generated<number>
  created_by: string | null
  created_at: Instant
  finished_at: Instant | null
  deleted_at: Instant | null
  /** The customer of the site when the report was requested. A trigger writes it. */
  customer_id: GeneratedAlways<string | null>
  /** The own report may have been deleted. */
  own_report_id: string | null
}

interface ReportCursorTable {
  site_id: string
  type: string
  planned_until: Instant
  own_report_id: string | null
}

interface ReportSettingTable {
  site_id: string
  weekly: Generated<boolean>
  monthly: Generated<boolean>
  delivery: ColumnType<'Attachment' | 'Link', 'Attachment' | 'Link' | undefined>
  paper: ColumnType<PaperSize, PaperSize | undefined>
}

export interface OwnReportTable {
  id: string
  site_id: string
  name: string
  sections: string[]
  schedule: ReportSchedule
  all_devices: boolean
  created_by: string | null
  created_at: Instant
  version: Generated<number>
}

type LinkTable<Column extends string> = Record<'own_report_id' | Column, string>

export interface ReportTables {
  report: ReportTable
  report_cursor: ReportCursorTable
  report_setting: ReportSettingTable
  own_report: OwnReportTable
  own_report_device: LinkTable<'device_id'>
  own_report_device_group: LinkTable<'device_group_id'>
  own_report_user: LinkTable<'user_id'>
  own_report_user_list: LinkTable<'user_list_id'>
}

import type { AlertChangeRow, NewAlert, TimerRow } from '../../alerts/index.ts'
import type { AlertChange, AlertRaise, Plan } from './plan.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Returns alerts as rows, with the current names of device and sites; those that have already ended are stored as ended. */
export function alertRows(plan: Plan): NewAlert[] {
  return plan.raises.map(({ device, ...raise }) => ({
    type_key: raise.typeKey,
    severity: raise.severity,
    device_no: device.no,
    device_id: device.id,
    device_name: device.name,
    site_id: device.siteId,
    site_name: device.siteName,
    site_path: device.sitePath,
    site_path_names: device.sitePathNames,
    time_zone: device.timeZone,
    sensor: raise.sensor,
    unit: raise.unit,
    started_at: iso(raise.startedAt),
    value: raise.value,
    threshold: raise.threshold,
    clear_level: raise.clearLevel,
    unstable: raise.isUnstable,
    ...changeOf(raise, plan),
  }))
}

/** Returns the changes of alerts raised before this batch. */
export function changeRows(plan: Plan): AlertChangeRow[] {
  const raised = new Set(plan.raises.map(({ id }) => id))
  return [...plan.changes.values()].filter(({ id }) => !raised.has(id)).map(toChangeRow)
}

function changeOf({ id, value, startedAt }: Omit<AlertRaise, 'device'>, plan: Plan): AlertChangeRow {
  const atRaise = value === null ? {} : { peak: value, peakAt: startedAt }
  return toChangeRow({ ...atRaise, ...plan.changes.get(id), id })
}

function toChangeRow(change: AlertChange): AlertChangeRow {
  return {
    id: change.id,
    peak: change.peak ?? null,
    peak_at: change.peakAt === undefined ? null : iso(change.peakAt),
    ended_at: change.endedAt === undefined ? null : iso(change.endedAt),
    end_reason: change.endReason ?? null,
    ended_by: change.endedBy ?? null,
  }
}

export function timerRows(plan: Plan): TimerRow[] {
  return plan.timers.map(({ deviceNo, typeKey, dueAt }) => ({
    device_no: deviceNo,
    type_key: typeKey,
    due_at: dueAt === null ? null : iso(dueAt),
  }))
}

import type { Device } from '@eot/contract/devices'
import { t } from '../../texts/i18n.ts'

/** Returns the marks of a device besides its status, such as why it raises no alerts. */
export function deviceMarks({
  IsActive,
  RMA,
  Unwatched,
}: Pick<Device, 'IsActive' | 'RMA' | 'Unwatched'>): string[] {
  const marks = []
  if (!IsActive) marks.push(t('devices.inactive'))
  if (RMA) marks.push(t('devices.returned'))
  if (Unwatched === 'Expired') marks.push(t('devices.expired'))
  if (Unwatched === 'SiteInactive') marks.push(t('devices.siteInactive'))
  return marks
}

import { findAlertType } from '@eot/contract/vocabulary'
import { t } from '../../texts/i18n.ts'
import { alertTypeName } from '../sensors/sensor-names.ts'
import { daysText, hoursText } from '../windows/window-words.ts'
import type { NamedTerms, TermValues } from './term-values.ts'

/** Maps errors of the server to the fields of a form with terms. */
export const termPlaces = {
  Devices: 'Targets',
  Groups: 'Targets',
  Sites: 'Targets',
  device_not_found: 'Targets',
  group_not_found: 'Targets',
  site_not_found: 'Targets',
  StartTime: 'Hours',
  EndTime: 'Hours',
  Monday: 'Days',
} as const satisfies Record<string, keyof NamedTerms>

export const namesText = (records: readonly { Name: string }[]) => records.map(({ Name }) => Name).join(', ')

/** The labels of these fields in the comparison of two edits, and their values as text. */
export const termFields = () => ({
  Name: { label: t('subscriptions.editor.name') },
  IsActive: {
    label: t('subscriptions.filter.state'),
    text: (isOn: boolean) => t(`subscriptions.filter.${isOn ? 'active' : 'inactive'}`),
  },
  Type: { label: t('subscriptions.editor.target') },
  Targets: {
    label: t('subscriptions.editor.where'),
    text: (targets: TermValues['Targets']) =>
      targets === 'All' ? t('subscriptions.editor.allDevices') : namesText(targets),
  },
  AlertTypes: {
    label: t('subscriptions.editor.types'),
    text: (types: TermValues['AlertTypes']) =>
      types === 'All'
        ? t('subscriptions.editor.allTypes')
        : types.map((id) => alertTypeName(findAlertType(id) ?? { Key: id, Name: id })).join(', '),
  },
  Events: {
    label: t('subscriptions.editor.events'),
    text: (events: TermValues['Events']) =>
      events.map((event) => t(`subscriptions.editor.event.${event}`)).join(', '),
  },
  Hours: { label: t('subscriptions.editor.hours'), text: hoursText },
  Days: { label: t('subscriptions.editor.days'), text: daysText },
})

import './device-head.css'
import { deviceLook } from '../../domain/device-state.ts'
import type { Drawing } from '../../domain/drawing.ts'
import { element } from '../../lib/element.ts'
import { chooseDevice, placeOfDevice } from './choose-device.ts'
import type { firstLiveReads } from './first-live-reads.ts'

/** The chosen device, as in device-picker.tsx, above a placeholder for its values. */
export const drawLive: Drawing<ReturnType<typeof firstLiveReads>> = ({ online, open }, { site }) => {
  const device = chooseDevice(online.Items, open?.Items ?? [])
  if (!device) return undefined
  const picker = element(
    'div',
    'select dev-picker',
    element('span', `dot ${deviceLook(device).level}`),
    element(
      'span',
      'dev-name',
      element('b', 'truncate', device.Name),
      element('small', 'truncate', placeOfDevice(device, site.name)),
    ),
  )
  return [element('div', 'dev-head', element('div', 'field', picker)), element('i', 'values-room')]
}

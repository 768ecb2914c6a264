import type { DeviceState } from '@eot/contract/devices'
import { ChevronDown, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { mostCompared } from '../most-compared.ts'

/** Nobody scrolls through more; others are found by typing. */
const shownAtMost = 50

interface CompareMenuProps {
  /** Devices other than the first one. */
  devices: readonly DeviceState[]
  /** The IDs of those that are shown with the first one. */
  chosen: readonly string[]
  /** Whether the period before is shown instead. */
  isBefore: boolean
  onChoose: (ids: string[]) => void
  onBefore: (isBefore: boolean) => void
}

/** Compares a device with the preceding period or with other devices. */
export function CompareMenu({ devices, chosen, isBefore, onChoose, onBefore }: CompareMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const name = isBefore
    ? t('historical.comparedWithBefore')
    : chosen.length > 0 && t('historical.devices', { count: chosen.length + 1 })
  return (
    <span className="compare-menu">
      <Popover
        label={t('historical.compare')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button>
            {name || t('historical.compare')}
            {name ? (
              <ChevronDown className="icon icon-sm" aria-hidden="true" />
            ) : (
              <Plus className="icon icon-sm" aria-hidden="true" />
            )}
          </Button>
        }
      >
        {chosen.length === 0 && (
          <>
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                onBefore(true)
                setOpen(false)
              }}
            >
              {t('historical.before')}
            </button>
            <hr />
          </>
        )}
        <DeviceList {...{ devices, chosen, onChoose }} />
      </Popover>
      {name && (
        <IconButton
          icon={X}
          label={t('historical.stopComparing')}
          onClick={() => (isBefore ? onBefore(false) : onChoose([]))}
        />
      )}
    </span>
  )
}

function DeviceList({
  devices,
  chosen,
  onChoose,
}: Pick<CompareMenuProps, 'devices' | 'chosen' | 'onChoose'>) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = devices.filter(({ Name, Site }) =>
    `${Name} ${Site.Name}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const isFull = chosen.length + 1 >= mostCompared
  return (
    <>
      <SearchBox
        label={t('sensors.findDevice')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="compare-devices" aria-label={t('rooms.comparedDevices')}>
        {found.slice(0, shownAtMost).map(({ Id, Name, Site }) => {
          const isChosen = chosen.includes(Id)
          return (
            <li key={Id}>
              <label className="menu-item" htmlFor={id + Id}>
                <input
                  id={id + Id}
                  type="checkbox"
                  className="check"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => onChoose(isChosen ? chosen.filter((one) => one !== Id) : [...chosen, Id])}
                />
                <span className="picker-text">
                  {Name}
                  <small>{Site.Name}</small>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p className="muted menu-note">{t('sensors.noDeviceFound')}</p>}
      {isFull && <p className="muted menu-note">{t('historical.mostDevices', { most: mostCompared })}</p>}
    </>
  )
}

import type { DeviceState } from '@eot/contract/devices'
import { ChevronDown, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'

/** Nobody scrolls through more; others are found by typing. */
const shownAtMost = 50

interface CompareMenuProps {
  /** Devices other than the one shown. */
  devices: readonly DeviceState[]
  /** `before`, the ID of a device, or nothing. */
  compare: string | undefined
  onChange: (compare: string | undefined) => void
}

/** Compares with the preceding period or with another device. */
export function CompareMenu({ devices, compare, onChange }: CompareMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const name = compare === 'before' ? t('historical.before') : devices.find(({ Id }) => Id === compare)?.Name
  const found = devices.filter(({ Name, Site }) =>
    `${Name} ${Site.Name}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const choose = (value: string) => {
    onChange(value)
    setOpen(false)
  }
  return (
    <span className="compare-menu">
      <Popover
        label={t('historical.compare')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button>
            {name ? t('historical.comparedWith', { name }) : t('historical.compare')}
            {name ? (
              <ChevronDown className="icon icon-sm" aria-hidden="true" />
            ) : (
              <Plus className="icon icon-sm" aria-hidden="true" />
            )}
          </Button>
        }
      >
        <button type="button" className="menu-item" onClick={() => choose('before')}>
          {t('historical.before')}
        </button>
        <hr />
        <SearchBox
          label={t('sensors.findDevice')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ul className="compare-devices">
          {found.slice(0, shownAtMost).map(({ Id, Name, Site }) => (
            <li key={Id}>
              <button type="button" className="menu-item" onClick={() => choose(Id)}>
                <span className="truncate">{Name}</span>
                <small className="faint truncate">{Site.Name}</small>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="muted menu-note">{t('sensors.noDeviceFound')}</p>}
      </Popover>
      {compare && (
        <IconButton icon={X} label={t('historical.stopComparing')} onClick={() => onChange(undefined)} />
      )}
    </span>
  )
}

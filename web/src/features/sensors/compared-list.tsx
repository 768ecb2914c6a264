import './compared.css'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { comparedColor, comparedLetter } from './compared.ts'

interface ComparedListProps {
  /** In the order in which they were chosen, which sets their letters. */
  devices: readonly { id: string; name: string; value?: string }[]
  onRemove: (id: string) => void
}

/** The key of a chart that compares devices, from which they are removed. */
export function ComparedList({ devices, onRemove }: ComparedListProps) {
  const { t } = useTranslation()
  return (
    <ul className="compared" aria-label={t('rooms.comparedDevices')}>
      {devices.map(({ id, name, value }, place) => (
        <li key={id} style={{ '--sc': comparedColor(place) }}>
          <span className="letter">{comparedLetter(place)}</span>
          <span className="truncate">{name}</span>
          {value !== undefined && <b>{value}</b>}
          <IconButton
            icon={X}
            size="sm"
            label={t('rooms.removeRoom', { name })}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  )
}

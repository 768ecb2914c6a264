import { isSecret, type WebhookParam } from '@eot/contract/webhook-params'
import { ArrowDown, ArrowUp, Copy, Ellipsis, Lock, LockOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import type { RowFieldsProps } from './row-props.ts'
import { duplicateRow, moveRow } from './rows.ts'

interface RowMenuProps extends RowFieldsProps {
  onRow: (row: WebhookParam) => void
}

/** Actions for a row besides filling it in. */
export function RowMenu({ part, rows, line, onChange, onRow }: RowMenuProps) {
  const { t } = useTranslation()
  const { row, path, number, isLast } = line
  const isList = row.type === 'object' || row.type === 'array'
  // Some rows are always secret.
  const isAlwaysSecret = isSecret(part, { key: row.key })
  function toggleSecret() {
    const { secret, isSet, ...plain } = row
    onRow(secret ? plain : { ...row, secret: true })
  }
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size="sm" label={t('webhooks.row.more', { number })} />}
    >
      <MenuItem icon={Copy} onClick={() => onChange(duplicateRow(rows, path))}>
        {t('webhooks.row.duplicate')}
      </MenuItem>
      <MenuItem icon={ArrowUp} disabled={path.at(-1) === 0} onClick={() => onChange(moveRow(rows, path, -1))}>
        {t('webhooks.row.up')}
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={isLast} onClick={() => onChange(moveRow(rows, path, 1))}>
        {t('webhooks.row.down')}
      </MenuItem>
      {!isList && !isAlwaysSecret && (
        <MenuItem icon={row.secret ? LockOpen : Lock} onClick={toggleSecret}>
          {t(row.secret ? 'webhooks.row.open' : 'webhooks.row.secret')}
        </MenuItem>
      )}
    </Menu>
  )
}

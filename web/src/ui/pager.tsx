import { useTranslation } from 'react-i18next'
import { numberText } from '../texts/number-format.ts'
import { Button } from './button.tsx'

interface PagerProps {
  /** Starts at 0. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { t } = useTranslation()
  const from = Math.min(total, page * pageSize + 1)
  const to = Math.min(total, (page + 1) * pageSize)
  const number = (value: number) => numberText(value)
  return (
    <nav className="pager" aria-label={t('list.page')}>
      <span>{t('list.range', { from: number(from), to: number(to), total: number(total) })}</span>
      <span className="spacer" />
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('action.previous')}
      </Button>
      <Button size="sm" disabled={to >= total} onClick={() => onPage(page + 1)}>
        {t('action.next')}
      </Button>
    </nav>
  )
}

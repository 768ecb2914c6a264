import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPageState } from '../../lib/lists/use-list-page.ts'

interface NewAlertsPillProps {
  list: Pick<ListPageState<{ Id: string }, never>, 'query'> & {
    state: { page: number; onPage: (page: number | undefined) => void }
  }
  /** How many alerts arrived while the top of the list was out of view. */
  waiting: number
  onShow: () => void
}

/** A button that scrolls to the new alerts, at the top of the first page. */
export function NewAlertsPill({ list: { state, query }, waiting, onShow }: NewAlertsPillProps) {
  const { t } = useTranslation()
  const top = useRef<HTMLDivElement>(null)

  function showNew() {
    onShow()
    if (state.page > 0) state.onPage(undefined)
    else void query.refetch()
    top.current?.closest('.card')?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <div ref={top} />
      {waiting > 0 && (
        <button
          type="button"
          className="new-pill"
          onClick={showNew}
          aria-label={t('alerts.showNew', { count: waiting })}
        >
          {t('alerts.new', { count: waiting })}
        </button>
      )}
    </>
  )
}

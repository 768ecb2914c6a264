import './search-field.css'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Opens the search, from the top bar or, on a phone, from the navigation. */
export function SearchField({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="search-field"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <Search className="icon" aria-hidden="true" />
      <span className="text">{t('action.search')}</span>
      <span className="keys" aria-hidden="true">
        <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </span>
    </button>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

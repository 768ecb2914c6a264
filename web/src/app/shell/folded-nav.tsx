import { Dialog } from '@base-ui/react/dialog'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../palette/search-field.tsx'
import { MainNav } from './main-nav.tsx'

interface FoldedNavProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSearch: () => void
}

/** The navigation where space is limited: over the page, with the search. */
export function FoldedNav({ open, onOpenChange, onSearch }: FoldedNavProps) {
  const { t } = useTranslation()
  const close = () => onOpenChange(false)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="nav-over" aria-label={t('shell.menu')}>
          <nav className="nav" id="nav" aria-label={t('shell.mainNav')}>
            <SearchField
              onOpen={() => {
                close()
                onSearch()
              }}
            />
            <MainNav onNavigate={close} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SavedViews } from './saved-views.tsx'

interface ListMoreMenuProps {
  /** The path of the list's page. */
  path: string
  /** Buttons and links. Each closes the menu. */
  actions: ReactNode
  /** The choice of the order. The menu stays open. */
  sort: ReactNode
}

/** The rarer actions of a list, its order and its saved views behind one button, where space is limited. */
export function ListMoreMenu({ path, actions, sort }: ListMoreMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('list.more')}
      className="view-menu"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={Ellipsis} className="icon-only" aria-label={t('list.more')} />}
    >
      {(close) => (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and links in it are the controls */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on them is a click too */}
          <div className="more-actions" onClick={close}>
            {actions}
          </div>
          <hr />
          {sort}
          <SavedViews path={path} onApply={close} />
        </>
      )}
    </Popover>
  )
}

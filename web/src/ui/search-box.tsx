import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from './use-media.ts'

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> {
  label: string
}

/** A search field that shows its label while it is empty, or only "Search" on a phone, where a label may not fit. */
export function SearchBox({ label, ...rest }: SearchBoxProps) {
  const { t } = useTranslation()
  const isPhone = useMedia('(max-width: 550px)')
  return (
    <div className="search">
      <Search className="icon" aria-hidden="true" />
      <input
        {...rest}
        type="search"
        className="input quiet"
        placeholder={isPhone ? t('action.search') : label}
        aria-label={label}
      />
    </div>
  )
}

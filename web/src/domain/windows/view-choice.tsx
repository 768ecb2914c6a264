import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListDefinition } from '../../lib/lists/define-list.ts'
import { Segments } from '../../ui/segments.tsx'

interface ViewChoiceProps {
  list: Pick<ListDefinition, 'path'>
  /** undefined: the list. */
  view: 'day' | undefined
}

/** Chooses between the list and the week of a page. Kept in the address. */
export function ViewChoice({ list, view }: ViewChoiceProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Segments
      label={t('subscriptions.view.label')}
      value={view ?? 'list'}
      options={(['list', 'day'] as const).map((value) => ({ value, text: t(`subscriptions.view.${value}`) }))}
      onChange={(next) =>
        void navigate({
          from: list.path as '/', // the path is only known at run time
          to: '.',
          search: ((before: object) => ({
            ...before,
            view: next === 'day' ? next : undefined,
            page: undefined,
          })) as never, // each route parses its own search
        })
      }
    />
  )
}

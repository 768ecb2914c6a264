import { useTranslation } from 'react-i18next'
import { Banner } from '../../../ui/banner.tsx'
import type { ImportNote } from './imported.ts'

/** What is left to do after an import, and what is other than in its source. */
export function ImportNotes({ notes }: { notes: readonly ImportNote[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Banner>{t('webhooks.import.imported')}</Banner>
      {notes.map(({ note, about }) => (
        <Banner key={`${note} ${about}`} tone="caution">
          {t(`webhooks.import.note.${note}`, { about })}
        </Banner>
      ))}
    </>
  )
}

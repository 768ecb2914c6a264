import { useTranslation } from 'react-i18next'
import { Banner } from '../../../ui/banner.tsx'
import type { ImportNote } from './imported.ts'

/** The remaining steps after an import, and the differences from its source. */
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

import { useTranslation } from 'react-i18next'
import { PageIndex } from './page-index.tsx'

export function AdminPage() {
  const { t } = useTranslation()
  return (
    <PageIndex
      path="/admin"
      title={t('admin.title')}
      sub={t('admin.sub')}
      about={t('admin.pages', { returnObjects: true })}
    />
  )
}

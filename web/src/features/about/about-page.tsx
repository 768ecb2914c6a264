import './about.css'
import { about } from '@eot/contract/about'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Shows the product version and mode. */
export function AboutPage() {
  const { t } = useTranslation()
  const query = useQuery(queryOf(about.get))
  return (
    <FormPage title={t('about.title')} lead={t('about.lead')}>
      <Panel query={query} skeleton={<SkeletonRows rows={2} />}>
        {({ Name, Version, IsDevelopment }) => (
          <dl className="about-facts">
            <dt>{t('about.product')}</dt>
            <dd>{Name}</dd>
            <dt>{t('about.version')}</dt>
            <dd className="mono">{Version}</dd>
            {IsDevelopment && (
              <>
                <dt>{t('about.mode')}</dt>
                <dd>{t('about.development')}</dd>
              </>
            )}
          </dl>
        )}
      </Panel>
      <p className="muted">{t('about.license')}</p>
      <p className="form-links">
        <Link to="/login">{t('about.toLogin')}</Link>
        <a href="/api/docs">{t('about.api')}</a>
      </p>
    </FormPage>
  )
}

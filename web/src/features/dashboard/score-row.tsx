import { useTranslation } from 'react-i18next'
import { SiteScores } from '../../domain/ratings/score-cards.tsx'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { PageLink } from './page-link.tsx'

/** The current air quality and comfort scores of the site. */
export function ScoreRow() {
  const { t } = useTranslation()
  const more = <PageLink path="/ratings">{t('ratings.openRatings')}</PageLink>
  return <SiteScores siteId={useCurrentSiteId()} more={more} />
}

import type { RuleLevel } from '@eot/contract/rules'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { siteIdInLink } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'

/** Lists the sites that overrule a rule, with links to their rules. A site that the user does not see is not named. */
export function OverrulingSites({ sites }: { sites: readonly RuleLevel[] }) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  const named = sites.flatMap(({ Id, Name }) => (Id === null ? [] : [{ Id, name: Name ?? '' }]))
  return (
    <>
      {t('rules.overruled', { count: named.length, names: named.map(({ name }) => name).join(', ') })}{' '}
      {named.map(({ Id, name }) => (
        <Link key={Id} to="/site" search={{ siteId: siteIdInLink(Id, own) }} hash="rules">
          {t('rules.ofSite', { name })}
        </Link>
      ))}
    </>
  )
}

import './recipes.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../../ui/page-head.tsx'
import { BackLink } from '../request/back-link.tsx'
import { requestPath } from '../request-list.ts'
import { recipes } from './recipes.ts'

const others = ['empty', 'curl', 'openapi'] as const

/** The choice of what a new webhook request starts from. */
export function RecipeChoice() {
  const { t } = useTranslation()
  return (
    <div className="webhook-editor">
      <BackLink />
      <PageHead title={t('webhooks.requests.add')} sub={t('webhooks.start.sub')} />
      <nav className="recipe-choice" aria-label={t('webhooks.start.recipes')}>
        {recipes.map(({ id, name, about }) => (
          <Card key={id} from={id} name={name} about={about} />
        ))}
      </nav>
      <h2 className="recipe-heading">{t('webhooks.start.without')}</h2>
      <nav className="recipe-choice" aria-label={t('webhooks.start.without')}>
        {others.map((from) => (
          <Card
            key={from}
            from={from}
            name={t(`webhooks.start.${from}`)}
            about={t(`webhooks.start.${from}Text`)}
          />
        ))}
      </nav>
    </div>
  )
}

function Card({ from, name, about }: { from: string; name: string; about: string }) {
  return (
    <Link to={requestPath} search={{ from }} className="card recipe-card">
      <strong>{name}</strong>
      <span className="muted">{about}</span>
    </Link>
  )
}

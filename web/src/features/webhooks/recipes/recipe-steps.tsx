import './recipes.css'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../../lib/forms/use-form.ts'
import { TextField } from '../../../ui/field.tsx'
import { type RequestValues, templateOf } from '../request/request-values.ts'
import { askedValue, withAsked } from './ask-value.ts'
import type { Recipe } from './recipe.ts'

/** The remaining steps for a recipe: where to get its address or key, and the fields to paste them into. */
export function RecipeSteps({ recipe, form }: { recipe: Recipe; form: Form<RequestValues> }) {
  const { t } = useTranslation()
  const id = useId()
  const template = templateOf(form.values)
  return (
    <section className="card recipe-steps" aria-labelledby={id}>
      <h2 id={id}>{t('webhooks.start.recipe', { name: recipe.name })}</h2>
      <p>
        {recipe.source}{' '}
        <a href={recipe.documentation} target="_blank" rel="noreferrer">
          {t('webhooks.start.documentation', { name: recipe.name })}
          <ExternalLink className="icon" aria-hidden="true" />
        </a>
      </p>
      {recipe.asks.map((ask) => (
        <TextField
          key={ask.label}
          mono
          label={ask.label}
          type={ask.isSecret ? 'password' : 'text'}
          autoComplete={ask.isSecret ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={ask.example}
          value={askedValue(ask, template)}
          onChange={(event) => form.set(withAsked(ask, template, event.currentTarget.value))}
        />
      ))}
      <p className="hint">
        {t('webhooks.start.next')} {recipe.events}
      </p>
    </section>
  )
}

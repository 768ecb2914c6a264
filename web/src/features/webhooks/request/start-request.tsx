import { RecipeChoice } from '../recipes/recipe-choice.tsx'
import { findRecipe } from '../recipes/recipes.ts'
import { NewRequest } from './request-forms.tsx'
import { newRequest, recipeRequest } from './request-values.ts'

interface StartRequestProps {
  siteId: string
  /** A recipe, or `empty`. undefined: not chosen yet. */
  from: string | undefined
  onCreated: (request: { Id: string; SigningSecret: string }) => void
}

/** A new webhook request, from what the user chooses first. */
export function StartRequest({ siteId, from, onCreated }: StartRequestProps) {
  const recipe = from === undefined ? undefined : findRecipe(from)
  if (recipe)
    return (
      <NewRequest
        siteId={siteId}
        initial={recipeRequest(recipe, siteId)}
        recipe={recipe}
        onCreated={onCreated}
      />
    )
  if (from === 'empty')
    return <NewRequest siteId={siteId} initial={newRequest(siteId)} onCreated={onCreated} />
  return <RecipeChoice />
}

import { useState } from 'react'
import { ImportApi } from '../imports/import-api.tsx'
import { ImportCommand } from '../imports/import-command.tsx'
import { ImportNotes } from '../imports/import-notes.tsx'
import type { Imported } from '../imports/imported.ts'
import { RecipeChoice } from '../recipes/recipe-choice.tsx'
import { RecipeSteps } from '../recipes/recipe-steps.tsx'
import { findRecipe } from '../recipes/recipes.ts'
import { NewRequest } from './request-forms.tsx'
import { importedRequest, newRequest, recipeRequest } from './request-values.ts'

interface StartRequestProps {
  siteId: string
  /** Id of a recipe, `curl`, `openapi` or `empty`. undefined: the user has not chosen yet. */
  from: string | undefined
  onCreated: (request: { Id: string; SigningSecret: string }) => void
}

/** A new webhook request, from what the user chooses first. */
export function StartRequest({ siteId, from, onCreated }: StartRequestProps) {
  const [imported, setImported] = useState<Imported>()
  const recipe = from === undefined ? undefined : findRecipe(from)
  if (recipe)
    return (
      <NewRequest
        siteId={siteId}
        initial={recipeRequest(recipe, siteId)}
        above={(form) => <RecipeSteps recipe={recipe} form={form} />}
        onCreated={onCreated}
      />
    )
  if (imported)
    return (
      <NewRequest
        siteId={siteId}
        initial={importedRequest(imported, siteId)}
        above={() => <ImportNotes notes={imported.notes} />}
        onCreated={onCreated}
      />
    )
  if (from === 'curl') return <ImportCommand onImported={setImported} />
  if (from === 'openapi') return <ImportApi onImported={setImported} />
  if (from === 'empty')
    return <NewRequest siteId={siteId} initial={newRequest(siteId)} onCreated={onCreated} />
  return <RecipeChoice />
}

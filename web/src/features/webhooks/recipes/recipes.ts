import { discord } from './discord.ts'
import { homeAssistant } from './home-assistant.ts'
import { ntfy } from './ntfy.ts'
import { opsgenie, opsgenieClose } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'
import type { Recipe } from './recipe.ts'
import { relay } from './relay.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'

/** All recipes, in the order in which they are offered. */
export const recipes: readonly Recipe[] = [
  slack,
  teams,
  discord,
  pagerduty,
  opsgenie,
  opsgenieClose,
  homeAssistant,
  ntfy,
  relay,
]

export const findRecipe = (id: string): Recipe | undefined => recipes.find((recipe) => recipe.id === id)

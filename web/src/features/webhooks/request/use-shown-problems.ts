import { useState } from 'react'
import type { FieldErrors } from '../../../lib/forms/field-errors.ts'
import { type Problems, requestProblems } from '../rows/problems.ts'
import { type RequestValues, templateOf } from './request-values.ts'

/** Where a problem is: a tab of the editor. The address and the content type are above the tabs. */
export type RequestTab = 'Body' | 'Params' | 'UrlVariables' | 'Headers' | 'Auth' | 'Cookies'
const tabs = ['Body', 'UrlVariables', 'Headers', 'Auth', 'Cookies'] as const

export const tabOf = (path: string): RequestTab | undefined =>
  tabs.find((tab) => path === tab || path.startsWith(`${tab}.`))

/**
 * Which problems are shown: those of rows that the user has left, and all of them after an attempt to save or test. They
 * change with every key.
 */
export function useShownProblems() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  const [tab, setTab] = useState<RequestTab>('Body')

  function ask(problems: Problems) {
    setAsked(true)
    const [first] = problems.keys()
    const wanted = first === undefined ? undefined : tabOf(first)
    if (wanted) setTab(wanted)
  }

  return {
    tab,
    setTab,
    onLeave: (id: string) => setLeft((before) => (before.has(id) ? before : new Set([...before, id]))),
    /** Shows all problems, and the tab with the first one. */
    ask,
    /** For the form: it is not sent while something is wrong. */
    check(values: RequestValues): FieldErrors<RequestValues> {
      const problems = requestProblems(templateOf(values))
      ask(problems)
      return Object.fromEntries(problems) as FieldErrors<RequestValues> // keys are fields and paths below them
    },
    /** Of all problems, those to show. */
    shownOf(problems: Problems): Problems {
      if (isAsked) return problems
      return new Map(
        [...problems].filter(([path]) => left.has(path.slice(0, path.lastIndexOf('.'))) || left.has(path)),
      )
    },
  }
}

export type ShownProblems = ReturnType<typeof useShownProblems>

import { type Disposition, Disposition as dispositions } from '@eot/contract/alerts'
import { alertTypeNames } from '@eot/contract/shown-names'
import * as spanish from '@eot/contract/shown-names-es'
import { alertTypes, type Severity, severities } from '@eot/contract/vocabulary'

/** A search in a list of alerts: a part of a name or comment, and the values whose shown names contain it. */
export interface AlertSearch {
  text: string
  typeKeys: string[]
  severities: Severity[]
  dispositions: Disposition[]
  /** The result of looking up the text, shared by the statements of a request. undefined: not looked up yet. */
  places?: NamedPlaces
}

/** A device, or a path of a site, one of whose names matches. */
export interface Named {
  key: string | number
  /** Whether it had no other name when alerts were raised. */
  always: boolean
}

/** The devices and site paths of a scope whose names match. undefined: unknown, so the names in each alert are compared. */
export interface NamedPlaces {
  devices: readonly Named[] | undefined
  sites: readonly Named[] | undefined
}

const englishDispositions: Readonly<Record<Disposition, string>> = {
  Real: 'Real',
  False: 'False alarm',
  Unknown: 'Unknown',
}

/**
 * Finds the types, severities and dispositions whose names contain the text. Compares the names in all languages, since people
 * send each other links to searches.
 */
export function searchTerms(text: string): AlertSearch {
  const wanted = text.toLowerCase()
  const isNamed = (...names: string[]) => names.some((name) => name.toLowerCase().includes(wanted))
  return {
    text,
    typeKeys: alertTypes
      .filter(({ Key, Name }) => isNamed(Name, alertTypeNames[Key], spanish.alertTypeNames[Key]))
      .map(({ Key }) => Key),
    severities: severities.filter((severity) => isNamed(severity, spanish.severityNames[severity])),
    dispositions: dispositions.options.filter((one) =>
      isNamed(englishDispositions[one], spanish.dispositionNames[one]),
    ),
  }
}

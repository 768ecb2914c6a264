import type { auth } from '@eot/contract/auth'
import type { RequestOf } from '@eot/contract/endpoint'
import { type Language, languages } from '@eot/contract/languages'
import { ApiError } from '../../lib/api/api-error.ts'
import { isEqual } from '../../lib/forms/edit-conflict.ts'

export interface DeviceDraft {
  MacAddress: string
  ClaimCode: string
}
export interface PersonDraft {
  FullName: string
  Email: string
  UserTitle: string
}
export interface PlaceDraft {
  Name: string
  Address: string
  City: string
  State: string
  Zip: string
  Country: string
  TimeZone: string
}
export interface SiteDraft {
  device: DeviceDraft
  person: PersonDraft
  place: PlaceDraft
}

export const steps = ['device', 'person', 'place'] as const
export type Step = (typeof steps)[number]

/** The default time zone is that of the person who registers. */
export const emptyDraft = (timeZone: string): SiteDraft => ({
  device: { MacAddress: '', ClaimCode: '' },
  person: { FullName: '', Email: '', UserTitle: '' },
  place: { Name: '', Address: '', City: '', State: '', Zip: '', Country: '', TimeZone: timeZone },
})

/** `language` is the language of the pages. */
export function registrationOf(
  { device, person, place }: SiteDraft,
  language: Language,
): RequestOf<typeof auth.registerSite>['body'] {
  const { MacAddress, ClaimCode } = device
  return {
    MacAddress,
    ...(ClaimCode.trim() !== '' && { ClaimCode: ClaimCode.trim() }),
    ...person,
    ...place,
    // English is the default of sites.
    ...(language !== languages[0] && { Language: language }),
  }
}

/** Whether something was entered after the first step. */
export const isStarted = ({ person, place }: SiteDraft, initial: SiteDraft): boolean =>
  !isEqual(person, initial.person) || !isEqual(place, initial.place)

/** Whether the server may have done what was asked, although the response was lost. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** The step whose answers the server rejected. undefined: the last one, or none. */
export function refusedStep({ code, errors }: ApiError): Step | undefined {
  if (code === 'device_not_available') return 'device'
  const paths = new Set(errors.map(({ Path }) => Path))
  if (paths.has('MacAddress') || paths.has('ClaimCode')) return 'device'
  if (paths.has('FullName') || paths.has('Email') || paths.has('UserTitle')) return 'person'
  return undefined
}

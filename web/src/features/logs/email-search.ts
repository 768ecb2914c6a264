import { type EmailStatus, type EmailType, emailStatuses, emailTypes } from '@eot/contract/logs'

/** The first is how the list stands without being told. */
export const emailSortFields = ['CreatedAt', 'Receiver', 'Type', 'Status'] as const
export type EmailSortField = (typeof emailSortFields)[number]

/** What the log shows, as the address carries it; left out is what is usual. */
export interface EmailSearch {
  search?: string | undefined
  status?: EmailStatus | undefined
  type?: EmailType[] | undefined
  sortBy?: EmailSortField | undefined
  /** The newest come first unless this is said. */
  order?: 'asc' | undefined
  /** From 0. */
  page?: number | undefined
  /** The mail whose details are open. */
  mail?: string | undefined
}

/** Reads the address; what does not belong there is left out, so that reading twice changes nothing. */
export function parseEmailSearch(given: Record<string, unknown>): EmailSearch {
  const page = Number(given.page)
  const search = typeof given.search === 'string' ? given.search.trim().slice(0, 200) : ''
  const sortBy = emailSortFields.find((field) => field === given.sortBy)
  const types = emailTypes.filter((type) => [given.type].flat().includes(type))
  return {
    search: search || undefined,
    status: emailStatuses.find((status) => status === given.status),
    type: types.length > 0 ? types : undefined,
    sortBy: sortBy === emailSortFields[0] ? undefined : sortBy,
    order: given.order === 'asc' ? 'asc' : undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : undefined,
    mail: typeof given.mail === 'string' && given.mail !== '' ? given.mail : undefined,
  }
}

export const isNarrowed = ({ search, status, type }: EmailSearch): boolean =>
  search !== undefined || status !== undefined || type !== undefined

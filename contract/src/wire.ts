import { z } from 'zod'
import { searchText } from './text.ts'
import { isTimeZone } from './time-zone.ts'

/** Accepted notations of flags, numbers and lists in query strings. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
/** The notation of numbers in a query string. `Number` would also accept an empty text as 0, and 0x10 as 16. */
const written = /^-?\d+(\.\d+)?(e-\d+)?$/
/** A number in a query string, such as 25 or 0.5. */
export const numeric = <T extends z.ZodType>(number: T) =>
  z.preprocess((value) => (typeof value === 'string' && written.test(value) ? Number(value) : value), number)
/** A whole number in a query string. */
export const integer = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  numeric(z.int().min(least).max(most))
const asList = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value])
/** A repeated parameter is a list; a single value is a list of one. */
export const many = <T extends z.ZodType>(item: T) => z.preprocess(asList, z.array(item).max(200).optional())
/** Like `many`, with at least one value. */
export const someOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(asList, z.array(item, 'Required').min(1, 'Required').max(200))
/** Epoch milliseconds, within the range of `Date`. */
export const epochMs = integer(0, 8.64e15)
/** ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** ISO 8601 with any offset, in requests; converted to UTC. */
export const givenInstant = z.iso
  .datetime({ offset: true, abort: true })
  .overwrite(toUtc)
  .refine((text) => /^\d{4}-/.test(text), 'Expected a year from 0000 to 9999 in UTC')
export const id = z.uuid()
/** Any IANA time zone known to the runtime. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Expected an IANA time zone such as Europe/Berlin')
  .meta({ examples: ['Europe/Berlin', 'America/St_Johns', 'UTC'] })

export const IdParams = z.strictObject({ id })
/** Incremented by every change of a record. A PUT with an older one is refused with `edit_conflict`. */
export const version = z.int().min(1).max(2_147_483_647)

/** The change with which a save based on an older version of a record conflicts. */
export const EditConflict = z.strictObject({
  /** The record as its GET endpoint returns it, with its `Version`. */
  Current: z.looseObject({}),
  /** Who changed it last; null if that is not known, or if it happened at a site that the caller does not see. */
  ChangedBy: z.strictObject({ Id: id, FullName: z.string() }).nullable(),
  ChangedAt: instant.nullable(),
})
export type EditConflict = z.output<typeof EditConflict>

export const Named = z.strictObject({ Id: id, Name: z.string() })
export type Named = z.output<typeof Named>

/** Sites covered by a query: the given or current site, and by default its sub-sites. */
export const ScopeQuery = z.strictObject({
  SiteId: id.optional(),
  IncludeSubSites: flag.default(true),
})

/** The highest page number of a list. */
export const mostPage = 1_000_000

export const PageQuery = z.strictObject({
  Page: integer(0, mostPage).default(0),
  PageSize: integer(1, 200).default(25),
  CountOnly: flag.default(false),
  order: z.enum(['asc', 'desc']).optional(),
  search: searchText.max(200).optional(),
})

/** For a collection returned without paging; accepts page 0 from clients that always send a page number. */
export const OnlyPage = z.strictObject({
  Page: numeric(
    z
      .number()
      .refine((page) => page === 0, 'Not paged: everything is on page 0')
      .meta({ examples: [0] }),
  ).default(0),
})

/** A page of the records of a site and its sub-sites. */
export const SitePageQuery = z.strictObject({ ...ScopeQuery.shape, ...PageQuery.shape })
/** All records of a site and its sub-sites. */
export const SiteAllQuery = z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape })

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    Items: z.array(item).optional(),
    Page: z.int().optional(),
    PageSize: z.int().optional(),
    /** Total number of matches; the only field in the response to `CountOnly=true`. */
    Total: z.int(),
  })

/** Leaves a text that is no instant unchanged, since it is refused anyway. */
function toUtc(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : new Date(at).toISOString()
}

/**
 * A kind of record that names members below a site: device groups, user lists. The values are names and conditions in SQL;
 * conditions refer to the member's row as `member`.
 */
export interface CollectionKind {
  table: 'device_group' | 'user_list'
  /** The table of memberships, with its two columns. */
  link: string
  ownerColumn: string
  memberColumn: string
  /** The table of possible members. */
  source: 'device' | 'app_user'
  /** Column with a member's name. */
  nameColumn: string
  /** Condition for a member that has not been deleted. */
  exists: string
  /** SQL condition for members that count, such as devices that have not been returned. */
  isCounted: string
  /** Condition for a counted member that can take part at the moment: a device that is online, a user who can be notified. */
  isReady: string
}

/** A collection without its members. */
export interface CollectionRow {
  id: string
  name: string
  siteId: string
  siteName: string
  sitePath: string
  isActive: boolean
  version: number
}

export interface CollectionSummary extends CollectionRow {
  memberCount: number
  readyCount: number
}

export interface MemberRow {
  id: string
  name: string
}

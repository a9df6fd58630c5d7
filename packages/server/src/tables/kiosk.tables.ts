import type { Defaulted, Instant, InstantNow, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A link with which a wall shows the big screen. It ends with the account that created it (decision 160). */
export interface KioskLinkTable extends Tracked, Owned {
  id: Defaulted<number>
  /** Of the customer whose account created it. */
  customer_id: Optional<number>
  /** Null: everything that the company sees. */
  project_id: Optional<number>
  name: string
  secret_hash: Buffer
  valid_until: Instant
  revoked_at: OptionalInstant
  revoked_by: Optional<number>
  /** When it was last opened; an open screen is in `kiosk_session`. */
  last_used_at: OptionalInstant
}

/** A screen that runs with a link. */
export interface KioskSessionTable {
  token_hash: Buffer
  link_id: number
  created_at: InstantNow
  last_seen_at: InstantNow
  ip: Optional<string>
  user_agent: Optional<string>
}

export interface KioskTables {
  kiosk_link: KioskLinkTable
  kiosk_session: KioskSessionTable
}

export const kioskFacts = {
  kiosk_link: {
    owner: 'large-screen',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id', creator: 'created_by' },
    published: 'secret_hash valid_until revoked_at',
  },
  kiosk_session: { owner: 'access', scope: 'system', published: 'link_id last_seen_at' },
} as const satisfies FactsOf<KioskTables>

import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A key with which a partner's program calls the open API. */
export interface OpenAccessTable extends Tracked, Owned {
  id: Defaulted<number>
  name: string
  key_rights: EnumValue<'openRight'>[]
  data_scope: Defaulted<'branch' | 'company' | 'projects'>
  expires_at: Instant
  /** Networks that it may be used from. Empty: from anywhere. */
  addresses: string[]
  per_minute: Defaulted<number>
  enabled: Defaulted<boolean>
  remark: Defaulted<string>
  /** The account that granted `ticket:issue`. */
  ticket_granted_by: Optional<number>
  /** Since when it sees what it sees now: changes cannot be followed from before. */
  scope_since: InstantNow
  deleted_at: OptionalInstant
}

export interface OpenAccessProjectTable {
  access_id: number
  project_id: number
}

/** The secrets of a key: the present one and, for a day after a rotation, the former. */
export interface OpenSecretTable {
  id: Defaulted<number>
  access_id: number
  /** Its beginning, by which it is found and recognised. */
  prefix: string
  secret_hash: Buffer
  created_at: InstantNow
  /** Who was shown it. */
  created_by: Optional<number>
  valid_until: OptionalInstant
  last_used_at: OptionalInstant
  last_used_ip: Optional<string>
}

export interface OpenAccessTables {
  open_access: OpenAccessTable
  open_access_project: OpenAccessProjectTable
  open_secret: OpenSecretTable
}

export const openAccessFacts = {
  open_access: {
    owner: 'open-access',
    scope: { path: 'path', creator: 'created_by' },
    marksDeleted: true,
    published: 'name key_rights expires_at enabled',
  },
  open_access_project: { owner: 'open-access', scope: { through: ['access_id', 'open_access'] }, published: 'project_id' },
  open_secret: { owner: 'open-access', scope: { through: ['access_id', 'open_access'] } },
} as const satisfies FactsOf<OpenAccessTables>

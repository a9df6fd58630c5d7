import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A project that goes to another company, or a company to another parent. Owned by the company above both ends. */
export interface HandOverTable extends Tracked, Owned {
  id: Defaulted<number>
  kind: EnumValue<'handOverKind'>
  project_id: Optional<number>
  moved_company_id: Optional<number>
  object_name: string
  from_company_id: number
  to_company_id: number
  customer_id: Optional<number>
  reason: string
  state: Defaulted<EnumValue<'handOverState'>>
  attempts: Defaulted<number>
  /** Rows moved, by table. */
  moved: JsonDefaulted<Record<string, number>>
  error: Optional<string>
  finished_at: OptionalInstant
}

export interface HandOverTables {
  hand_over: HandOverTable
}

export const handOverFacts = {
  hand_over: { owner: 'hand-over', scope: { path: 'path', creator: 'created_by' } },
} as const satisfies FactsOf<HandOverTables>

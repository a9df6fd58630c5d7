import type { AuditSubjectWith, ImportRowProblem, Language } from '@emberwatch/contract'
import type { Defaulted, InstantNow, Json, Optional } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface ImportJobTable {
  id: Defaulted<number>
  account_id: number
  list: AuditSubjectWith<'import'>
  file_id: string
  file_name: string
  format: 'xlsx' | 'csv'
  locale: Language
  dry_run: boolean
  state: Defaulted<'waiting' | 'running' | 'done' | 'failed'>
  attempts: Defaulted<number>
  total: number
  cursor_row: Defaulted<number>
  done: Defaulted<number>
  succeeded: Defaulted<number>
  failed: Defaulted<number>
  seed: Optional<Buffer>
  failed_file_id: Optional<string>
  password_file_id: Optional<string>
  error: Optional<string>
  ip: Optional<string>
  trace_id: Optional<string>
  issued_by: Optional<number>
  created_at: InstantNow
}

export interface ImportFailureTable {
  import_id: number
  row_number: number
  problems: Json<Pick<ImportRowProblem, 'field' | 'msg'>[]>
}

export interface ImportsTables {
  import_job: ImportJobTable
  import_failure: ImportFailureTable
}

export const importsFacts = {
  import_job: { owner: 'platform', scope: { account: 'account_id' } },
  import_failure: { owner: 'platform', scope: { through: ['import_id', 'import_job'] } },
} as const satisfies FactsOf<ImportsTables>

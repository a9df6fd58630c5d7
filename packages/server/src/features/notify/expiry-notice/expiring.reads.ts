import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** Days before the last one at which people are told; 0 is the day itself (screens.md section 1). */
const stages = [30, 7, 0] as const
/** For how many days a notice missed during downtime is made up for. */
const graceDays = 3
/** Notices per run; the rest follows in the next one. */
const atOnce = 500

export type ExpiringKind = 'account' | 'person' | 'document' | 'contract'

/** A certificate, document or contract that ends soon and has no notice for this stage yet. */
export interface Expiring {
  readonly kind: ExpiringKind
  readonly id: number
  /** The person or thing it belongs to. */
  readonly name: string
  readonly expires: string
  readonly days_left: number
  readonly stage: number
  readonly company_id: number
  readonly path: string
  /** The project of a person or document. Null for a contract. */
  readonly project_id: number | null
  readonly project_name: string | null
  readonly customer_id: number | null
  /** The account of the person concerned, who is told too. */
  readonly account_id: number | null
}

const today = (zone: string) => sql`(now_at at time zone ${sql.raw(zone)})::date`

/** The notices due now. Days are those of the site, or of the company. */
export const untold = async (systemDb: Kysely<Tables>, now: Date): Promise<Expiring[]> => {
  const { rows } = await sql<Expiring>`
    with clock as (select ${now}::timestamptz as now_at),
      found as (
        select 'account' as kind, account.id, account.name, account.certificate_expires as expires,
          account.certificate_expires - ${today('company.time_zone')} as days_left, account.company_id, account.path,
          null::bigint as project_id, null as project_name, null::bigint as customer_id, account.id as account_id
        from clock, account join company on company.id = account.company_id
        where account.certificate_expires is not null and account.enabled and account.deleted_at is null
        union all
        select 'person', person.id, person.name, person.certificate_expires,
          person.certificate_expires - ${today('project.time_zone')}, project.company_id, project.path,
          project.id, project.name, project.customer_id, null
        from clock, project_person person join project on project.id = person.project_id
        where person.certificate_expires is not null and project.deleted_at is null
        union all
        select 'document', document.id, document.title, document.valid_until,
          document.valid_until - ${today('project.time_zone')}, project.company_id, project.path,
          project.id, project.name, project.customer_id, null
        from clock, project_document document join project on project.id = document.project_id
        where document.valid_until is not null and project.deleted_at is null
        union all
        select 'contract', contract.id, contract.contract_no, contract.ends_on,
          contract.ends_on - ${today('company.time_zone')}, contract.company_id, contract.path,
          null, null, contract.customer_id, null
        from clock, customer_contract contract join company on company.id = contract.company_id
          join customer on customer.id = contract.customer_id
        where customer.deleted_at is null),
      staged as (
        select found.*, (select min(stage) from unnest(${[...stages]}::integer[]) as stage where found.days_left <= stage) as stage
        from found where days_left <= ${stages[0]} and days_left >= ${-graceDays})
    select kind, id::bigint, name, expires::text, days_left::integer, stage::integer, company_id, path, project_id, project_name,
      customer_id, account_id
    from staged
    where not exists (select from expiry_notice notice
      where notice.kind = staged.kind and notice.object_id = staged.id and notice.expires = staged.expires and notice.days <= staged.stage)
    order by days_left, kind, id limit ${atOnce}`.execute(systemDb)
  return rows
}

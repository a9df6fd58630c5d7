import { sql, type Kysely } from 'kysely'
import { pageAddress, pages } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transactBriefly, type Write } from '../../../platform/transact.ts'
import { sendMessages, type MessageType } from '../../base/message/message.verbs.ts'
import { administratorsOf } from '../../base/tenant/tenant.reads.ts'

/** Days before the last one at which people are notified; 0 is the day itself (screens.md section 1). */
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
  /** The account of the person concerned, who is notified too. */
  readonly account_id: number | null
}

const today = (zone: string) => sql`(now_at at time zone ${sql.raw(zone)})::date`

/** The notices due now. Days are those of the site, or of the company. */
const unnotified = async (systemDb: Kysely<Tables>, now: Date): Promise<Expiring[]> => {
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

const messageOf = {
  account: 'certificateExpiring',
  person: 'personCertificateExpiring',
  document: 'documentExpiring',
  contract: 'contractExpiring',
} as const satisfies Record<ExpiringKind, MessageType>

/**
 * Tells people of certificates, documents and contracts that expire: 30 and 7 days before and on the day, once each, whatever restarts
 * happen and however many processes run. The key of a notice is claimed in the write that sends it.
 */
export const notifyOfExpiries = async (ctx: Ctx): Promise<void> => {
  const { systemDb } = ctx // not scoped: the system's own job
  await oneByOne(await unnotified(systemDb, ctx.clock.now()), (one) => tell(ctx, one))
}

const tell = (ctx: Ctx, one: Expiring): Promise<void> =>
  transactBriefly(ctx, async (write) => {
    const { kind, id, expires, stage } = one
    const claimed = await write.systemDb
      .insertInto('expiry_notice')
      .values({ kind, object_id: id, expires, days: stage, sent_at: write.at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const isMine = (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
    if (isMine) await send(write, one)
    write.audit({
      action: 'expiryNotice.told',
      object: { kind: 'expiry_notice', id, name: one.name },
      owner: { companyId: one.company_id, path: one.path },
      changes: { kind: [null, kind], date: [null, expires], days: [null, stage] },
      result: isMine ? 'ok' : 'alreadyTold',
    })
  })

/** First the person concerned, then those who can renew it: the company's administrators and, for a site, those who look after it. */
const send = async (write: Write, one: Expiring): Promise<void> => {
  const { kind, name, expires, days_left: days, project_id, project_name, customer_id, account_id } = one
  const params = { name, date: expires, days: Math.max(days, 0), ...(project_name === null ? {} : { project: project_name }) }
  const administrators = (await administratorsOf(write.systemDb, [one.company_id])).map((each) => each.id)
  const keepers =
    project_id === null
      ? []
      : await write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', project_id).execute()
  const people = [...administrators, ...keepers.map((each) => each.account_id)]
  if (kind === 'account' && account_id !== null) {
    await sendMessages(write, [account_id], 'ownCertificateExpiring', params)
    const others = people.filter((each) => each !== account_id)
    return sendMessages(write, others, messageOf[kind], params, pages.companyAccountList)
  }
  const link =
    project_id === null
      ? pageAddress('customerDetail', { id: customer_id ?? 0, tab: 'contracts' })
      : pageAddress('projectDetail', { id: project_id, tab: kind === 'person' ? 'people' : 'documents' })
  return sendMessages(write, people, messageOf[kind], params, link)
}

import { DomainError, type CompanyKind, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { assertHoldsRightsOf } from '../account/account.rules.ts'
import { companyKindFacts } from './company.kinds.ts'
import { mostOptions } from './company.reads.ts'
import { lockBelow } from './company.rules.ts'

type Distributor = typeof endpoints.distributor

/** People who may become a company's administrator: its staff who can sign in. */
const staffOf = (db: Kysely<Tables>, kind: CompanyKind, companyId: number, now: Date) =>
  db
    .selectFrom('account')
    .select(['id', 'account', 'name', 'company_id', 'type'])
    .where('company_id', '=', companyId)
    .where('type', '=', kind)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', now.toISOString())]))

export const selectStaff = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['staff']>,
): Promise<OutputOf<Distributor['staff']>> => {
  let rows = staffOf(ctx.db, kind, input.id, ctx.clock.now())
  if (input.keyword) rows = rows.where(hasKeyword(['account.account', 'account.name'], input.keyword))
  const found = await rows.orderBy('account').limit(mostOptions).execute()
  return found.map(({ id, account, name }) => ({ value: id, label: `${account} · ${name}` }))
}

/**
 * Names the administrator of a company below the caller's, to replace one who was deleted or to change who it is. The rights of both stay
 * as they are.
 */
export const setCompanyAdministrator = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['setAdmin']>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input)
    const administrator = await staffOf(write.db, kind, company.id, write.at).where('id', '=', input.accountId).executeTakeFirst()
    if (!administrator)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.administratorUnfit') }, 'accountId')
    await assertHoldsRightsOf(ctx, write, administrator)
    const changes = { admin_account_id: [company.admin_account_id, administrator.id] } as const
    const audit = { action: `${companyKindFacts[kind].name}.setAdmin`, changes } as const
    await updateRow(write, 'company', company, { admin_account_id: administrator.id }, audit)
    return { id: company.id }
  })

import { DomainError, type AccountProjectRow, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { shownName } from '../customer/customer.masks.ts'
import { assertMayView } from './account.lists.ts'
import { accountInScope } from './account.store.ts'

type Account = typeof endpoints.account

const readProjects = async (ctx: Ctx, accountId: number, ids: readonly number[]): Promise<AccountProjectRow[]> => {
  const rows = await ctx.db
    .selectFrom('project')
    .innerJoin('account_project', 'account_project.project_id', 'project.id')
    .innerJoin('company', 'company.id', 'project.company_id')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .leftJoin('account as giver', 'giver.id', 'account_project.created_by')
    .select([
      'project.id',
      'project.code',
      'project.name',
      'project.status',
      'company.id as companyId',
      'company.name as companyName',
    ])
    .select(['customer.name as customerName', 'customer.type as customerType'])
    .select(['account_project.created_at as assignedAt', 'giver.name as assignedBy'])
    .where('account_project.account_id', '=', accountId)
    .where('project.id', 'in', ids)
    .execute()
  return rows.map(({ customerType, ...row }) => ({ ...row, customerName: shownName(customerType, row.customerName) }))
}

/** The projects assigned to an account, without those that the caller does not see. */
export const projectsOfAccount = async (
  ctx: Ctx,
  input: InputOf<Account['projects']>,
): Promise<OutputOf<Account['projects']>> => {
  const account = await accountInScope(ctx.db, input.accountId)
  if (!account) throw new DomainError('notFound', {}, 'accountId')
  assertMayView(ctx.actor, account)
  let rows = ctx.db
    .selectFrom('project')
    .innerJoin('account_project', 'account_project.project_id', 'project.id')
    .where('account_project.account_id', '=', account.id)
    .where('project.deleted_at', 'is', null)
  if (input.startTime) rows = rows.where('account_project.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('account_project.created_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where(hasKeyword(['project.name', 'project.code'], input.keyword))
  return listPage<AccountProjectRow>(ctx.db, input, {
    rows,
    key: 'project.id',
    sorts: { code: 'project.code', assignedAt: 'account_project.created_at' },
    defaultSort: { by: 'assignedAt', order: 'desc' },
    read: (ids) => readProjects(ctx, account.id, ids),
  })
}

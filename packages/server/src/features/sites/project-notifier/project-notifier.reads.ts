import type { endpoints, InputOf, OutputOf, ProjectNotifierRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import { numberProofs } from '../../base/message-record/called-numbers.ts'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedEmail, maskedPhone, nameShown } from '../../../platform/mask.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { reachableAccounts } from './project-notifier.rules.ts'

type Notifier = typeof endpoints.projectNotifier

const read = async (ctx: Ctx, ids: readonly number[]): Promise<ProjectNotifierRow[]> => {
  const rows = await ctx.db
    .selectFrom('project_notifier')
    .innerJoin('project', 'project.id', 'project_notifier.project_id')
    .leftJoin('account', 'account.id', 'project_notifier.account_id')
    .select(
      fields('project_notifier', ['id', 'seq', 'name', 'phone', 'email', 'role', 'methods', 'language', 'accountId', 'enabled']),
    )
    .select(['account.name as ofAccount', 'account.type as accountType', 'project.company_id as companyId'])
    .select(tracked('project_notifier'))
    .where('project_notifier.id', 'in', ids)
    .execute()
  // All rows are of one project.
  const proofOf = await numberProofs(
    ctx.systemDb,
    rows[0]?.companyId ?? 0,
    rows.map(({ phone }) => phone),
  )
  return rows.map((found) => {
    const { ofAccount, accountType, companyId: _, ...row } = found
    return {
      ...row,
      number: proofOf(row.phone),
      phone: maskedPhone(row.phone) ?? '',
      email: maskedEmail(row.email),
      accountName: nameShown(accountType, ofAccount),
    }
  })
}

export const pageProjectNotifiers = (ctx: Ctx, input: InputOf<Notifier['page']>): Promise<OutputOf<Notifier['page']>> =>
  listPage<ProjectNotifierRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('project_notifier'), 'project_notifier', input, {
      equal: ['projectId', 'enabled'],
      between: 'created_at',
    }),
    key: 'project_notifier.id',
    sorts: { seq: 'project_notifier.seq' },
    defaultSort: { by: 'seq', order: 'asc' },
    read: (ids) => read(ctx, ids),
  })

const accountLimit = 500

export const accountsToNotify = async (
  ctx: Ctx,
  { projectId }: InputOf<Notifier['accounts']>,
): Promise<OutputOf<Notifier['accounts']>> => {
  const project = await ctx.db
    .selectFrom('project')
    .select(['customer_id', 'company_id'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const rows = await reachableAccounts(ctx, ctx.db, project)
    .select(['account.id', 'account.name', 'account.account', 'account.type'])
    // The customer's own people come first.
    .orderBy(sql`account.customer_id is null`)
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(accountLimit)
    .execute()
  return rows.map((row) => ({ value: row.id, label: `${nameShown(row.type, row.name)} (${row.account})` }))
}

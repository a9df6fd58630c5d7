import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'

/** Enabled accounts that see a project and belong there: those of its customer, and the staff of its company. */
export const reachableAccounts = (
  { clock }: Pick<Ctx, 'clock'>,
  db: Kysely<Tables>,
  project: { readonly customer_id: number; readonly company_id: number },
) =>
  db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', clock.now().toISOString())]))
    .where((e) =>
      e.or([
        e('account.customer_id', '=', project.customer_id),
        e.and([
          e('account.company_id', '=', project.company_id),
          e('account.customer_id', 'is', null),
          e('account.type', '<>', 'user'),
        ]),
      ]),
    )

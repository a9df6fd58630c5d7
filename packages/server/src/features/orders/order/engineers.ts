import { DomainError, type OrderKindName } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'
import { holdersOf } from '../../base/access/access.rules.ts'

/** The project whose orders an engineer must be able to see. */
interface Owner {
  readonly path: string
  readonly customer_id: number | null
}

/**
 * Accounts that may work on orders now: they may sign in, and one of their roles has `order:work` (domain.md). With an owner, only those
 * who can see its orders; an engineer of another branch could never receive one.
 */
export const availableEngineers = (db: Kysely<Tables>, now: Date, owner?: Owner) => {
  let query = holdersOf(db, 'order:work', now)
  if (owner) {
    query = query.where((e) =>
      e.or([
        e.and([e('account.type', 'not in', ['customer', 'user']), e('account.path', 'in', pathsOn(owner.path))]),
        e.and([e('account.type', '=', 'customer'), e('account.customer_id', '=', owner.customer_id)]),
      ]),
    )
  }
  return query
}

/** The columns of a certificate, judged by the day at the work's place. Without a project, at the caller's. */
export const certificateOf = (now: Date, timeZone: string) =>
  [
    'account.certificate_no as certificateNo',
    'account.certificate_expires as expires',
    sql<boolean>`coalesce(account.certificate_expires < (${now}::timestamptz at time zone ${timeZone})::date, false)`.as(
      'expired',
    ),
  ] as const

interface Certificate {
  readonly certificateNo: string | null
  readonly expires: string | null
  readonly expired: boolean
}

/** Why somebody with this certificate cannot be given orders of a kind that requires one (settings). Null: they can. */
export const uncertified = (ctx: Ctx, kind: OrderKindName, { certificateNo, expires, expired }: Certificate): string | null => {
  if (!ctx.config.settings.certificateKinds.includes(kind)) return null
  if (certificateNo === null) return translate(ctx.locale, 'reasons.noCertificate')
  return expired ? translate(ctx.locale, 'reasons.certificateExpired', { day: expires ?? '' }) : null
}

/**
 * Checks the engineers of an order and locks them, so that none is deleted before the write ends.
 * @throws engineerUnfit naming the first who cannot work on the owner's orders; engineerUncertified
 */
export const assertEngineers = async (
  ctx: Ctx,
  write: Write,
  kind: OrderKindName,
  ids: readonly number[],
  owner: Owner & { readonly timeZone: string },
): Promise<void> => {
  if (ids.length === 0) return
  const fit = await availableEngineers(write.db, write.at, owner)
    .select(['account.id', 'account.name'])
    .select(certificateOf(write.at, owner.timeZone))
    .where('account.id', 'in', ids)
    .forKeyShare()
    .execute()
  const unfit = ids.find((id) => !fit.some((row) => row.id === id))
  if (unfit !== undefined) {
    const account = await write.db.selectFrom('account').select('name').where('id', '=', unfit).executeTakeFirst()
    throw new DomainError('engineerUnfit', { name: account?.name ?? '—' }, 'engineerIds')
  }
  for (const { name, ...certificate } of fit) {
    const reason = uncertified(ctx, kind, certificate)
    if (reason !== null) throw new DomainError('engineerUncertified', { name, reason }, 'engineerIds')
  }
}

import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { replaceRoles } from './account.store.ts'

/** Where an account belongs. This determines its type. */
export interface AccountOwner {
  readonly companyId: number
  readonly path: string
  readonly type: EnumValue<'accountType'>
  readonly customerId: number | null
}

export interface NewAccount {
  readonly owner: AccountOwner
  readonly account: string
  /** The name of the field `account` in the input, for the error that it is taken. */
  readonly accountField?: string
  readonly name: string
  readonly phone: string
  readonly email?: string | undefined
  readonly certificateNo?: string | undefined
  readonly certificateExpires?: string | undefined
  readonly validUntil?: string | undefined
  /** Hash of the first password. The person must choose their own at the next sign-in. */
  readonly passwordHash: string
  /** Already checked: the actor may assign these (account.rules.ts). */
  readonly roleIds: readonly number[]
}

/**
 * Adds an account within a write: enabled, and within the quotas of the companies above it. Returns its id.
 * @throws DomainError duplicate, quotaReached, invalidInput for an end in the past
 */
export const addAccount = async (ctx: Ctx, write: Write, draft: NewAccount): Promise<number> => {
  const { owner, account, name, phone } = draft
  assertFuture(ctx, 'validUntil', draft.validUntil, write.at)
  await assertQuota(ctx, write, owner.path, 'accounts', 1)
  const row = {
    company_id: owner.companyId,
    path: owner.path,
    customer_id: owner.customerId,
    type: owner.type,
    account,
    name,
    phone,
    email: draft.email ?? null,
    certificate_no: draft.certificateNo ?? null,
    certificate_expires: draft.certificateExpires ?? null,
    valid_until: draft.validUntil ?? null,
    password_hash: draft.passwordHash,
    must_change_password: true,
  }
  const changes = {
    email: [null, row.email],
    customer_id: [null, row.customer_id],
    valid_until: [null, row.valid_until],
    roles: [null, draft.roleIds],
    certificate_no: null,
    certificate_expires: null,
    must_change_password: null,
  } as const
  // Not scoped: the caller has checked where the account belongs, and one of its roles may belong to a company above.
  const unique = [draft.accountField ?? 'account', account] as const
  const id = await insertRow(write, 'account', row, { action: 'account.create', unique, changes })
  await replaceRoles(write.systemDb, id, draft.roleIds)
  return id
}

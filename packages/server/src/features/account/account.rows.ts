import type { AccountRow, EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { maskedEmail, maskedName, maskedPhone } from '../../platform/mask.ts'
import { locksOf } from '../session/attempts.ts'
import { levelOf, managesAccount } from './account.rules.ts'
import { rolesHeldBy } from './account.store.ts'

interface Person {
  readonly type: EnumValue<'accountType'>
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
}

/**
 * What a list says of a person. Customers and ordinary users are private persons, masked for everybody: whoever may see more asks for one of them
 * (`unmask`), which is written down. A company's staff are masked for whoever may not.
 */
const shown = (ctx: Ctx, { type, name, phone, email }: Person): Pick<Person, 'name' | 'phone' | 'email'> => {
  const isPrivate = type === 'customer' || type === 'user'
  if (!isPrivate && ctx.actor.operations.has('account:unmask')) return { name, phone, email }
  return { name: isPrivate ? maskedName(name) : name, phone: maskedPhone(phone), email: maskedEmail(email) }
}

/** Accounts as lists show them. */
export const readAccounts = async (ctx: Ctx, ids: number[]): Promise<AccountRow[]> => {
  const [rows, roles] = await Promise.all([
    ctx.db
      .selectFrom('account')
      .innerJoin('company', 'company.id', 'account.company_id')
      .leftJoin('customer', 'customer.id', 'account.customer_id')
      .leftJoin('account as creator', 'creator.id', 'account.created_by')
      .leftJoin('account as editor', 'editor.id', 'account.updated_by')
      .selectAll('account')
      .select(['company.name as companyName', 'customer.name as customerName'])
      .select(['creator.name as createdBy', 'editor.name as updatedBy'])
      .where('account.id', 'in', ids)
      .execute(),
    // Without scope: an account may hold a role of a company above. Counters of wrong passwords are in nobody's.
    rolesHeldBy(ctx.systemDb, ids),
  ])
  const locks = await locksOf(
    ctx.systemDb,
    rows.map((row) => row.account),
    ctx.clock.now(),
  )
  const heldBy = Map.groupBy(roles, (role) => role.account_id)
  return rows.map((row) => {
    const held = heldBy.get(row.id) ?? []
    return {
      id: row.id,
      account: row.account,
      ...shown(ctx, row),
      type: row.type,
      companyId: row.company_id,
      companyName: row.companyName,
      customerId: row.customer_id,
      customerName: row.customerName,
      roleIds: held.filter((role) => isBelow(role.path, ctx.actor.companyPath)).map((role) => role.id),
      roleNames: held.map((role) => role.name),
      enabled: row.enabled,
      lastLoginAt: row.last_login_at,
      lastLoginIp: row.last_login_ip,
      lockedUntil: locks.get(row.account.toLowerCase()) ?? null,
      mustChangePassword: row.must_change_password,
      manageable: managesAccount(ctx.actor, row, levelOf(held)),
      version: row.version,
      createdAt: row.created_at,
      createdBy: row.createdBy,
      updatedAt: row.updated_at,
      updatedBy: row.updatedBy,
    }
  })
}

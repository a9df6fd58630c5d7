import type { endpoints, InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { createAccount } from './account.verbs.ts'

type CreateInput = InputOf<typeof endpoints.account.create>

/** The same caller with fewer operations, or at another level. */
export const without = (ctx: Ctx, ...lacking: string[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, operations: new Set([...ctx.actor.operations].filter((code) => !lacking.includes(code))) },
})
export const atLevel = (ctx: Ctx, level: number): Ctx => ({ ...ctx, actor: { ...ctx.actor, level } })

/** The form of a new account, with a unique name. */
export const newAccount = (roleIds: number[], more: Partial<CreateInput> = {}): CreateInput => ({
  account: `acc${randomBytes(5).toString('hex')}`,
  name: 'Night desk',
  phone: '13812345678',
  email: 'night@example.com',
  roleIds,
  ...more,
})

/** Helpers for tests of accounts. */
export const accountTools = (world: TestWorld) => {
  const scope = { kind: 'none' } as const
  /** A caller who is not signed in. */
  const visitor: Ctx = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
  const newRole = async (
    owner: { id: number; path: string },
    {
      type = 'distributor',
      level = 5,
      grants = ['alarm:view'],
      enabled = true,
    }: { type?: string; level?: number; grants?: string[]; enabled?: boolean } = {},
  ): Promise<number> => {
    const name = `role ${randomBytes(4).toString('hex')}`
    const { id } = await world.db
      .insertInto('role')
      .values({ company_id: owner.id, path: owner.path, name, type: type as 'distributor', level, enabled })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (grants.length > 0)
      await world.db
        .insertInto('role_menu')
        .values(grants.map((menu_code) => ({ role_id: id, menu_code })))
        .execute()
    return id
  }

  const stored = (id: number) => world.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rolesOf = async (id: number): Promise<number[]> => {
    const rows = await world.db
      .selectFrom('account_role')
      .select('role_id')
      .where('account_id', '=', id)
      .orderBy('role_id')
      .execute()
    return rows.map((row) => row.role_id)
  }
  const sessions = async (id: number): Promise<number> =>
    (await world.db.selectFrom('session').select('ip').where('account_id', '=', id).execute()).length
  const lastAudit = (action: string) =>
    world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()
  /** A member of North's staff with their own role. */
  const staff = async (level = 5): Promise<{ id: number; roleId: number; account: string }> => {
    const roleId = await newRole(world.companies.north, { level })
    const input = newAccount([roleId])
    const { id } = await createAccount(await world.ctxOf(world.accounts.northAdmin), input)
    return { id, roleId, account: input.account }
  }

  return { visitor, newRole, stored, rolesOf, sessions, lastAudit, staff }
}

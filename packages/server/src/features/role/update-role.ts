import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { assertManages } from './role.rules.ts'
import { holdersOf, lockRole, updateRoleRow } from './role.store.ts'

/** Edits a role. Its type stays while accounts hold it. */
export const updateRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx.actor, role)
    assertManages(ctx.actor, { ...role, level: input.level, type: input.type })
    if (input.type !== role.type) {
      const holders = await holdersOf(write.systemDb, role.id)
      if (holders.length > 0)
        throw new DomainError(
          'inUse',
          {
            dependants: holders
              .map((holder) => holder.name)
              .slice(0, 10)
              .join(', '),
          },
          'type',
        )
    }
    const changes = { name: input.name, type: input.type, level: input.level, remark: input.remark ?? '' }
    if (!(await updateRoleRow(write.db, role.id, input.version, changes, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'role', role.id)
    write.audit({
      action: 'role.update',
      object: { kind: 'role', id: role.id, name: input.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: changesBetween(role, { ...role, ...changes }),
    })
    return { id: role.id }
  })

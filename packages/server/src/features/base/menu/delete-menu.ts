import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { refuseSeeded } from './menu.rules.ts'

const nothing = { code: null, name_zh: null, name_en: null, url: null }

/** Deletes a custom entry without children. */
export const deleteMenu = (ctx: Ctx, input: InputOf<typeof endpoints.menu.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockRow(write, 'menu', input, 'delete')
    if (entry.seeded) refuseSeeded(ctx, 'id')
    const name = ctx.locale === 'zh' ? 'name_zh' : 'name_en'
    const below = write.db.selectFrom('menu').select(`${name} as name`).where('parent_code', '=', entry.code)
    const children = await below.orderBy('sort').limit(10).execute()
    if (children.length > 0) throw new DomainError('inUse', { dependants: children.map((child) => child.name) })
    const changes = changesBetween({ ...entry }, nothing)
    await deleteRow(write, 'menu', entry, { action: 'menu.del', name: entry.code, owner: actorCompany(ctx), changes })
    return null
  })

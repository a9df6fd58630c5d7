import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { entryOf } from './menu.audit.ts'
import { refuseSeeded } from './menu.rules.ts'
import { childrenOf, deleteMenuRow, lockMenu } from './menu.store.ts'

/** Deletes an entry of people's own making that holds no others. */
export const deleteMenu = async (ctx: Ctx, input: InputOf<typeof endpoints.menu.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const entry = await lockMenu(write.db, input.id)
    if (entry.seeded) refuseSeeded(ctx, 'id')
    const children = await childrenOf(write.db, entry.code)
    if (children.length > 0) {
      const names = children.map((child) => (ctx.locale === 'zh' ? child.name_zh : child.name_en))
      throw new DomainError('inUse', { dependants: names.slice(0, 10).join(', ') })
    }
    await deleteMenuRow(write.db, entry.id)
    const { code, name_zh, name_en, url } = entry
    const nothing = { code: null, name_zh: null, name_en: null, url: null }
    write.audit(entryOf(ctx, 'menu.del', entry, { code, name_zh, name_en, url }, nothing))
    return null
  })

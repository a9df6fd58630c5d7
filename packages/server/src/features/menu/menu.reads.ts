import { allEndpoints, type MenuRow, type MenuTreeNode } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { menuRows } from './menu.store.ts'

/** The calls that an operation opens. */
const pathsByOperation: ReadonlyMap<string, string[]> = (() => {
  const paths = new Map<string, string[]>()
  for (const { entry } of allEndpoints) {
    if (entry.access === 'public' || entry.access === 'session') continue
    for (const code of [entry.access].flat()) paths.set(code, [...(paths.get(code) ?? []), entry.path])
  }
  return paths
})()

const toRow = (row: Awaited<ReturnType<typeof menuRows>>[number]): MenuRow => ({
  id: row.id,
  code: row.code,
  parentCode: row.parent_code,
  nameZh: row.name_zh,
  nameEn: row.name_en,
  level: row.level,
  sort: row.sort,
  url: row.url,
  icon: row.icon,
  isMainMenu: row.is_main_menu,
  isOperation: row.is_operation,
  operationCode: row.operation_code,
  accountTypes: row.account_types,
  enabled: row.enabled,
  seeded: row.seeded,
  apiPaths: row.operation_code === null ? [] : (pathsByOperation.get(row.operation_code) ?? []),
  version: row.version,
  createdAt: row.created_at,
  createdBy: row.createdBy,
  updatedAt: row.updated_at,
  updatedBy: row.updatedBy,
})

/** The whole tree, as it is kept: names in both languages, operations below their pages. */
export const menuTree = async (ctx: Ctx): Promise<MenuTreeNode[]> => {
  const byParent = Map.groupBy(await menuRows(ctx.db), (row) => row.parent_code)
  const below = (code: string | null): MenuTreeNode[] =>
    (byParent.get(code) ?? []).map((row) => ({ ...toRow(row), children: below(row.code) }))
  return below(null)
}

import {
  allEndpoints,
  limits,
  narrowMenus,
  type endpoints,
  type InputOf,
  type MenuFilter,
  type MenuRow,
  type MenuTreeNode,
} from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { enumLabel } from '../../platform/i18n.ts'
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

const flat = (nodes: readonly MenuTreeNode[]): MenuRow[] => nodes.flatMap(({ children, ...row }) => [row, ...flat(children)])

/** The tree's rows as they stand below one another; few enough to be read at once, and handed out page by page. */
const pageMenus = async (
  ctx: Ctx,
  { after, pageSize = limits.defaultPageSize, ...filter }: MenuFilter & { after?: number | null; pageSize?: number },
): Promise<{ list: MenuRow[]; total: number }> => {
  const rows = flat(narrowMenus(await menuTree(ctx), filter))
  const from = rows.findIndex(({ id }) => id === after) + 1
  return { list: rows.slice(from, from + pageSize), total: rows.length }
}

export const menuExport: ExportDefinition = {
  columns: [
    { field: 'level', width: 10 },
    { field: 'nameZh' },
    { field: 'nameEn', width: 30 },
    { field: 'code', width: 30 },
    { field: 'url', width: 40 },
    { field: 'operationCode' },
    { field: 'enabled', width: 10 },
    { field: 'sort', width: 10 },
    { field: 'isMainMenu', width: 10 },
    {
      field: 'accountTypes',
      width: 40,
      text: ({ accountTypes }, locale) =>
        (accountTypes as string[]).map((type) => enumLabel(locale, 'accountType', type)).join(', '),
    },
    { field: 'apiPaths', width: 60 },
    { field: 'createdAt' },
    { field: 'createdBy' },
    { field: 'updatedAt' },
    { field: 'updatedBy' },
  ],
  page: (ctx, input) => pageMenus(ctx, input),
}

export const exportMenus = (ctx: Ctx, input: InputOf<typeof endpoints.menu.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'menu', input)

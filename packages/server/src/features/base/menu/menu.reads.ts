import {
  allEndpoints,
  filterMenus,
  limits,
  listedIn,
  operationsIn,
  type endpoints,
  type InputOf,
  type MenuFilter,
  type MenuRow,
  type MenuTreeNode,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'

/** The calls that an operation allows. */
const pathsByOperation: ReadonlyMap<string, string[]> = (() => {
  const paths = new Map<string, string[]>()
  for (const { entry } of allEndpoints) {
    for (const code of operationsIn(entry.access)) paths.set(code, [...(paths.get(code) ?? []), entry.path])
  }
  return paths
})()

const menuRows = async (ctx: Ctx): Promise<MenuRow[]> => {
  const rows = await ctx.db
    .selectFrom('menu')
    .select(fields('menu', ['id', 'code', 'parentCode', 'nameZh', 'nameEn', 'level', 'sort', 'url', 'icon', 'isMainMenu']))
    .select(fields('menu', ['isOperation', 'operationCode', 'accountTypes', 'enabled', 'seeded']))
    .select(tracked('menu'))
    .orderBy('menu.level')
    .orderBy('menu.sort')
    .orderBy('menu.id')
    .execute()
  return rows.map((row) => ({ ...row, apiPaths: pathsByOperation.get(row.operationCode ?? '') ?? [] }))
}

/** The whole tree as stored: names in both languages, operations below their pages. */
export const menuTree = async (ctx: Ctx): Promise<MenuTreeNode[]> => {
  const byParent = Map.groupBy(await menuRows(ctx), (row) => row.parentCode)
  const below = (code: string | null): MenuTreeNode[] =>
    (byParent.get(code) ?? []).map((row) => ({ ...row, children: below(row.code) }))
  return below(null)
}

const flat = (nodes: readonly MenuTreeNode[]): MenuRow[] => nodes.flatMap(({ children, ...row }) => [row, ...flat(children)])

/** The tree's rows in tree order. Few enough to read at once, returned page by page. */
const pageMenus = async (
  ctx: Ctx,
  { after, pageSize = limits.defaultPageSize, ...filter }: MenuFilter & { after?: number | null; pageSize?: number },
): Promise<{ list: MenuRow[]; total: number }> => {
  const rows = flat(filterMenus(await menuTree(ctx), filter))
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
        listedIn(
          locale,
          (accountTypes as string[]).map((type) => enumLabel(locale, 'accountType', type)),
        ),
    },
    { field: 'apiPaths', width: 60 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageMenus(ctx, input),
}

export const exportMenus = (ctx: Ctx, input: InputOf<typeof endpoints.menu.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'menu', input)

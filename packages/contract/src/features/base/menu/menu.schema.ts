import {
  eitherName,
  id,
  input,
  nullable,
  oneOf,
  optional,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

export const menuRow = Type.Object({
  id: id(),
  code: Type.String(),
  parentCode: nullable(Type.String()),
  nameZh: Type.String(),
  nameEn: Type.String(),
  level: Type.Integer(),
  sort: Type.Integer(),
  url: Type.String(),
  icon: Type.String(),
  isMainMenu: Type.Boolean(),
  isOperation: Type.Boolean(),
  operationCode: nullable(Type.String()),
  accountTypes: Type.Array(oneOf('accountType')),
  enabled: Type.Boolean(),
  /** Comes with the product: may be renamed, reordered and disabled, but not deleted or moved. */
  seeded: Type.Boolean(),
  /** Calls that the operation allows. */
  apiPaths: Type.Array(Type.String()),
  ...tracked,
})
export type MenuRow = Static<typeof menuRow>

export interface MenuTreeNode extends MenuRow {
  readonly children: MenuTreeNode[]
}

/** The filters of the tree. */
export const menuFilter = input({
  keyword: optional(Type.String({ maxLength: 60 })),
  accountType: optional(oneOf('accountType')),
  enabled: optional(Type.Boolean()),
})
export type MenuFilter = Static<typeof menuFilter>

const fits = (node: MenuTreeNode, { keyword = '', accountType, enabled }: MenuFilter): boolean => {
  const texts = [node.nameZh, node.nameEn, node.code, node.url, node.operationCode ?? '', ...node.apiPaths]
  return (
    texts.some((each) => each.toLowerCase().includes(keyword.toLowerCase())) &&
    (accountType === undefined || node.accountTypes.includes(accountType)) &&
    (enabled === undefined || node.enabled === enabled)
  )
}

/** The matching nodes, each with its ancestors. */
export const filterMenus = (nodes: readonly MenuTreeNode[], filter: MenuFilter): MenuTreeNode[] =>
  nodes.flatMap((node) => {
    const children = filterMenus(node.children, filter)
    return children.length > 0 || fits(node, filter) ? [{ ...node, children }] : []
  })

const url = () => Type.String({ pattern: '^(#|/[A-Za-z0-9/_-]{1,120}|https?://[^\\s]{3,300})$' })
const names = {
  nameZh: eitherName('nameEn', 40),
  nameEn: eitherName('nameZh', 60),
  sort: Type.Integer({ minimum: 0, maximum: 9_999 }),
  icon: optional(text(40)),
}

/**
 * Administrators can add groups and links; pages and operations come with the product. A link grants nothing: everybody of its
 * account types sees it. It leads to another site, or to a route that no page of the product has.
 */
export const menuCreateInput = input({
  code: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9.]{2,60}$' }),
  parentId: optional(ref('menu')),
  url: url(),
  isMainMenu: Type.Boolean(),
  accountTypes: Type.Array(oneOf('accountType'), { minItems: 1, uniqueItems: true }),
  ...names,
})
/**
 * For an entry that comes with the product, only names, order and icon can be changed. An added link is placed in the group
 * `parentId`, or at the top level.
 */
export const menuUpdateInput = input({
  id: ref('menu'),
  version: version(),
  parentId: optional(ref('menu')),
  url: optional(url()),
  isMainMenu: optional(Type.Boolean()),
  ...names,
})

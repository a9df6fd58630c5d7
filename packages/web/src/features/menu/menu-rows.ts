import type { MenuTreeNode } from '@emberwatch/contract'

/** A line of the tree table. */
export interface MenuLine {
  readonly node: MenuTreeNode
  readonly depth: number
  /** Something above it is disabled, so it is closed whatever its own state. */
  readonly closedAbove: boolean
}

export interface Wanted {
  readonly keyword: string
  readonly accountType: string
  readonly enabled: string
}

const fits = (node: MenuTreeNode, { keyword, accountType, enabled }: Wanted): boolean => {
  const texts = [node.nameZh, node.nameEn, node.code, node.url, node.operationCode ?? '', ...node.apiPaths]
  return (
    (keyword === '' || texts.some((text) => text.toLowerCase().includes(keyword.toLowerCase()))) &&
    (accountType === '' || node.accountTypes.some((type) => type === accountType)) &&
    (enabled === '' || String(node.enabled) === enabled)
  )
}

/** The nodes that fit, each with what stands above it. */
export const narrowed = (nodes: readonly MenuTreeNode[], wanted: Wanted): MenuTreeNode[] =>
  nodes.flatMap((node) => {
    const children = narrowed(node.children, wanted)
    return children.length > 0 || fits(node, wanted) ? [{ ...node, children }] : []
  })

/** The lines to draw: what stands below a node only when it is open. */
export const linesOf = (
  nodes: readonly MenuTreeNode[],
  isOpen: (code: string) => boolean,
  depth = 0,
  closedAbove = false,
): MenuLine[] =>
  nodes.flatMap((node) => [
    { node, depth, closedAbove },
    ...(isOpen(node.code) ? linesOf(node.children, isOpen, depth + 1, closedAbove || !node.enabled) : []),
  ])

/** Codes of all that can be opened. */
export const openable = (nodes: readonly MenuTreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.code, ...openable(node.children)] : []))

import type { MenuTreeNode } from '@emberwatch/contract'

/** A line of the tree table. */
export interface MenuLine {
  readonly node: MenuTreeNode
  readonly depth: number
  /** Something above it is disabled, so it is closed whatever its own state. */
  readonly closedAbove: boolean
}

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

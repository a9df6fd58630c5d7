import type { MenuTreeNode } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

export const nameOf = ({ nameZh, nameEn }: Pick<MenuTreeNode, 'nameZh' | 'nameEn'>): string =>
  currentLanguage() === 'zh' ? nameZh : nameEn

/** A row of the tree table. */
export interface MenuLine {
  readonly node: MenuTreeNode
  readonly depth: number
  /** An entry above it is disabled, so it does not work, whatever its own state. */
  readonly closedAbove: boolean
}

/** The visible rows: children are shown only if their node is open. */
export const visibleLines = (
  nodes: readonly MenuTreeNode[],
  isOpen: (code: string) => boolean,
  depth = 0,
  closedAbove = false,
): MenuLine[] =>
  nodes.flatMap((node) => [
    { node, depth, closedAbove },
    ...(isOpen(node.code) ? visibleLines(node.children, isOpen, depth + 1, closedAbove || !node.enabled) : []),
  ])

/** Codes of all expandable nodes. */
export const expandableCodes = (nodes: readonly MenuTreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.code, ...expandableCodes(node.children)] : []))

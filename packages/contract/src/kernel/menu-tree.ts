/** A node of web/role/menu/list, with the field names of the specification (section 3). */
export interface MenuNode {
  readonly code: string
  readonly name: string
  readonly url: string
  readonly icon: string
  readonly operationCode: string | null
  readonly isOperation: 'Y' | 'N'
  readonly isMainMenu: 'Y' | 'N'
  readonly isPermission: 'Y' | 'N'
  readonly state: 'Y' | 'N'
  readonly childList: MenuNode[]
}

/** Whether the side menu shows this node (specification section 6, first sentence). */
export const inSideMenu = (node: MenuNode): boolean =>
  node.isPermission === 'Y' &&
  node.state === 'Y' &&
  node.isMainMenu === 'Y' &&
  node.isOperation === 'N' &&
  node.operationCode === null

export type RouteAccess = { open: true } | { open: false; toModule: string }

/**
 * Whether a route may be entered. Searches the menu tree for its path, ignoring case. A detail page follows its list page's
 * entry. A route without an entry only needs a session (readings.md, "Access").
 */
export const checkRoute = (path: string, tree: readonly MenuNode[]): RouteAccess => {
  const wanted = path.toLowerCase()
  const find = (nodes: readonly MenuNode[]): MenuNode | undefined => {
    for (const node of nodes) {
      const url = node.url.toLowerCase()
      if (url !== '#' && node.isOperation === 'N' && (wanted === url || wanted.startsWith(`${url}/`))) return node
      const inside = find(node.childList)
      if (inside) return inside
    }
    return undefined
  }
  const entry = find(tree)
  if (!entry || (entry.isPermission === 'Y' && entry.state === 'Y')) return { open: true }
  return { open: false, toModule: entry.name }
}

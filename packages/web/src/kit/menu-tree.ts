import { inSideMenu, type MenuNode, pages } from '@emberwatch/contract'

const paths = new Set(Object.values(pages).map((path) => path.toLowerCase()))

/** Whether the console has a page at this address. Nothing links to a missing one. */
export const hasPage = (url: string): boolean => paths.has(url.toLowerCase())

/** A custom link to another site. */
export const isExternalLink = (url: string): boolean => /^https?:\/\//.test(url)

/** The nodes that the side menu shows. Empty groups are left out. */
export const sideMenuOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .filter(inSideMenu)
    .map((node) => ({ ...node, childList: sideMenuOf(node.childList) }))
    .filter((node) => (node.url === '#' ? node.childList.length > 0 : isExternalLink(node.url) || hasPage(node.url)))

/** The pages of the side menu, without groups and other sites. */
export const pagesOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  sideMenuOf(nodes).flatMap((node) => (node.url === '#' ? pagesOf(node.childList) : isExternalLink(node.url) ? [] : [node]))

/** The entries from the root down to the page at `path`, or none. A detail page follows its list page's entry. */
export const breadcrumbsOf = (path: string, nodes: readonly MenuNode[]): MenuNode[] => {
  const wanted = path.toLowerCase()
  for (const node of nodes) {
    if (node.isOperation === 'Y') continue
    const url = node.url.toLowerCase()
    if (url !== '#' && (wanted === url || wanted.startsWith(`${url}/`))) return [node]
    const inside = breadcrumbsOf(path, node.childList)
    if (inside.length > 0) return [node, ...inside]
  }
  return []
}

/** First page of the side menu: the home of users without access to the data centre. */
export const firstPageOf = (nodes: readonly MenuNode[]): string | undefined => {
  for (const node of sideMenuOf(nodes)) {
    const url = node.url === '#' ? firstPageOf(node.childList) : node.url
    if (url && !isExternalLink(url)) return url
  }
  return undefined
}

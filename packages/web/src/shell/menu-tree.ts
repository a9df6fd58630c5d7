import { inSideMenu, type MenuNode } from '@emberwatch/contract'
import { pageRoutes } from '../routes.ts'

const paths = new Set(pageRoutes.map(({ path }) => path.toLowerCase()))

/** Does the console have a page of this address? Nothing links to one that it lacks. */
export const hasPage = (url: string): boolean => paths.has(url.toLowerCase())

/** A link of one's own to another site. */
export const isElsewhere = (url: string): boolean => /^https?:\/\//.test(url)

/** The nodes that the side menu shows; a group without any is left out. */
export const sideMenuOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .filter(inSideMenu)
    .map((node) => ({ ...node, childList: sideMenuOf(node.childList) }))
    .filter((node) => (node.url === '#' ? node.childList.length > 0 : isElsewhere(node.url) || hasPage(node.url)))

/** The pages of the side menu, without their groups and without other sites. */
export const pagesOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  sideMenuOf(nodes).flatMap((node) => (node.url === '#' ? pagesOf(node.childList) : isElsewhere(node.url) ? [] : [node]))

/** The entries from the root down to the page at `path`, or none. A detail page follows its list page's entry. */
export const trailOf = (path: string, nodes: readonly MenuNode[]): MenuNode[] => {
  const wanted = path.toLowerCase()
  for (const node of nodes) {
    if (node.isOperation === 'Y') continue
    const url = node.url.toLowerCase()
    if (url !== '#' && (wanted === url || wanted.startsWith(`${url}/`))) return [node]
    const inside = trailOf(path, node.childList)
    if (inside.length > 0) return [node, ...inside]
  }
  return []
}

/** First page of the side menu: where home leads for whoever lacks the data centre. */
export const firstPageOf = (nodes: readonly MenuNode[]): string | undefined => {
  for (const node of sideMenuOf(nodes)) {
    const url = node.url === '#' ? firstPageOf(node.childList) : node.url
    if (url && !isElsewhere(url)) return url
  }
  return undefined
}

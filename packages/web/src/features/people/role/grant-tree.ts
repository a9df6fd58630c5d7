import type { GrantNode } from '@emberwatch/contract'

/** The tree below each code, itself included. */
const codesUnder = (node: GrantNode): string[] => [node.code, ...node.children.flatMap(codesUnder)]

export type Tick = 'on' | 'half' | 'off'

/** A node is ticked if it and everything below it is granted, and half-ticked if only some of it is. */
export const tickOf = (node: GrantNode, granted: ReadonlySet<string>): Tick => {
  const codes = codesUnder(node)
  const count = codes.filter((code) => granted.has(code)).length
  if (count === 0) return 'off'
  return count === codes.length ? 'on' : 'half'
}

/** Whether the tick of a node can be changed: only if the caller may grant something in it. */
export const canTick = (node: GrantNode): boolean => node.grantable || node.children.some(canTick)

const parentsOf = (
  nodes: readonly GrantNode[],
  code: string,
  above: readonly GrantNode[] = [],
): readonly GrantNode[] | undefined => {
  for (const node of nodes) {
    if (node.code === code) return above
    const inside = parentsOf(node.children, code, [...above, node])
    if (inside) return inside
  }
  return undefined
}

const grantableUnder = (node: GrantNode): string[] => [
  ...(node.grantable ? [node.code] : []),
  ...node.children.flatMap(grantableUnder),
]

/**
 * Ticks or unticks a node with everything below it, as far as the caller may grant it. A page is reached through its groups, and
 * an operation through its page, so ticking includes those above, and unticking drops those with nothing left below them.
 */
export const toggle = (tree: readonly GrantNode[], node: GrantNode, granted: ReadonlySet<string>): Set<string> => {
  const next = new Set(granted)
  const own = grantableUnder(node)
  const above = parentsOf(tree, node.code) ?? []
  if (own.length === 0) return next
  if (!own.every((code) => granted.has(code))) {
    for (const code of [...own, ...above.filter(({ grantable }) => grantable).map(({ code }) => code)]) next.add(code)
    return next
  }
  for (const code of own) next.delete(code)
  const settle = (one: GrantNode): void => {
    one.children.forEach(settle)
    if (!one.grantable || one.children.length === 0) return
    if (one.children.some((child) => codesUnder(child).some((code) => next.has(code)))) next.add(one.code)
    else next.delete(one.code)
  }
  // The node may be reduced by a search; its hidden children count as well.
  settle(above[0] ?? tree.find(({ code }) => code === node.code) ?? node)
  return next
}

/** Number of permissions among the codes: a menu comes with its operations and is not counted itself. */
export const countOperations = (tree: readonly GrantNode[], codes: ReadonlySet<string>): number =>
  pagesOf(tree).flatMap(({ operations }) => operations.filter(({ code }) => codes.has(code))).length

/** Ticks or unticks everything that the caller may grant. */
export const toggleAll = (tree: readonly GrantNode[], granted: ReadonlySet<string>): Set<string> => {
  const own = tree.flatMap(grantableUnder)
  const next = new Set(granted)
  if (own.every((code) => granted.has(code))) for (const code of own) next.delete(code)
  else for (const code of own) next.add(code)
  return next
}

/** The nodes whose label, code or subject contains the text, with everything below and above them. */
export const filterTree = (tree: readonly GrantNode[], text: string, subjects?: ReadonlyMap<string, string>): GrantNode[] => {
  const wanted = text.trim().toLowerCase()
  const fits = ({ label, code }: GrantNode): boolean =>
    [label, code, subjects?.get(code) ?? ''].some((each) => each.toLowerCase().includes(wanted))
  return tree.flatMap((node) => {
    if (wanted === '' || fits(node)) return [node]
    const children = filterTree(node.children, text, subjects)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** A page with its operations. */
export interface GrantPage {
  readonly code: string
  /** Names from the first level down to the page. */
  readonly path: string
  readonly operations: readonly GrantNode[]
}

/** Every page that has operations, in menu order. */
export const pagesOf = (tree: readonly GrantNode[], above: readonly string[] = []): GrantPage[] =>
  tree.flatMap((node) => {
    const path = [...above, node.label]
    const operations = node.children.filter(({ operation }) => operation)
    return [
      ...(operations.length > 0 ? [{ code: node.code, path: path.join(' › '), operations }] : []),
      ...pagesOf(
        node.children.filter(({ operation }) => !operation),
        path,
      ),
    ]
  })

/**
 * What the operations of the pages are done to, by code: a project’s page has “View” of its call list and of its floor plans as well.
 * Those of the page itself, which is what its first operation is about, need no name.
 */
export const subjectsOf = (
  pages: readonly { readonly operations: readonly { readonly code: string }[] }[],
  nameOf: (subject: string) => string | undefined,
): Map<string, string> => {
  const subject = ({ code }: { readonly code: string }): string => code.split(':')[0] ?? ''
  return new Map(
    pages.flatMap(({ operations: [first, ...rest] }) =>
      first === undefined
        ? []
        : [first, ...rest].map((one) => [one.code, subject(one) === subject(first) ? '' : (nameOf(subject(one)) ?? '')] as const),
    ),
  )
}

/** Operations by what they are done to, the page itself first. */
export const bySubject = <O extends { readonly code: string }>(
  operations: readonly O[],
  subjects: ReadonlyMap<string, string>,
): [name: string, operations: O[]][] => {
  const groups = Map.groupBy(operations, ({ code }) => subjects.get(code) ?? '')
  return [...groups].toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
}

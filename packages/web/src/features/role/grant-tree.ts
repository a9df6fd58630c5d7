import type { GrantNode } from '@emberwatch/contract'

/** The tree below each code, itself included. */
export const codesUnder = (node: GrantNode): string[] => [node.code, ...node.children.flatMap(codesUnder)]

export type Tick = 'on' | 'half' | 'off'

/** A node is ticked when it is granted with all below it, half-ticked when some of it is. */
export const tickOf = (node: GrantNode, granted: ReadonlySet<string>): Tick => {
  const codes = codesUnder(node)
  const count = codes.filter((code) => granted.has(code)).length
  if (count === 0) return 'off'
  return count === codes.length ? 'on' : 'half'
}

/** May the tick of a node be changed at all? Only when the caller may grant something of it. */
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
 * Ticks or unticks a node with all below it, as far as the caller may grant it. A page is reached through its groups, and an operation
 * through its page: ticking takes them along, unticking drops those that have nothing left below them.
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
  settle(above[0] ?? node)
  return next
}

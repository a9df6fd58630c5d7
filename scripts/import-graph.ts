// Reads the sources of the packages, and finds out who imports whom.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { join as joinPath } from 'node:path/posix'

const root = join(import.meta.dirname, '..')

/** Path from the root of the repository, with forward slashes → text. */
export type Sources = ReadonlyMap<string, string>
/** A node → the nodes that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

export const readSources = (folder = 'packages', found = new Map<string, string>()): Map<string, string> => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) readSources(path, found)
    else if (/\.tsx?$/.test(entry.name)) found.set(path, readFileSync(join(root, path), 'utf8'))
  }
  return found
}

/** Tests, and files that only tests use. */
export const isTestCode = (file: string): boolean => /\.(test|fixture|testing)\.tsx?$|\/testing\//.test(file)

const importPattern =
  /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]|\bimport\.meta\.glob\b[^('"`]*\(\s*['"`]([^'"`]+)['"`]/gm

/** Everything that a source text imports: types, re-exports, `import()` and globs included. */
export const importsOf = (text: string): string[] => {
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The file that a relative specifier refers to. */
export const targetOf = (file: string, specifier: string): string => joinPath(dirname(file), specifier)

/** The graph of all files by their relative imports. */
export const fileGraph = (sources: Sources): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    const relative = importsOf(text).filter((specifier) => specifier.startsWith('.'))
    graph.set(file, new Set(relative.map((specifier) => targetOf(file, specifier)).filter((target) => sources.has(target))))
  }
  return graph
}

/** Import cycles: one for each group of nodes that reach each other. Breadth first, so that it is a short one. */
export const circlesOf = (graph: Graph): string[][] => {
  return knotsOf(graph).map((knot) => {
    const members = new Set(knot)
    const [start = ''] = knot.toSorted()
    const cameFrom = new Map<string, string>()
    const queue = [start]
    for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
      for (const next of graph.get(node) ?? []) {
        if (next === start) {
          const way = [node]
          for (let at = node; at !== start;) way.unshift((at = cameFrom.get(at) ?? start))
          return way
        }
        if (!members.has(next) || cameFrom.has(next)) continue
        cameFrom.set(next, node)
        queue.push(next)
      }
    }
    return knot
  })
}

/** The strongly connected components of more than one node (Tarjan 1972). */
const knotsOf = (graph: Graph): string[][] => {
  const knots: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    let low = index
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const knot = open.splice(open.indexOf(node))
      if (knot.length > 1) knots.push(knot)
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return knots
}

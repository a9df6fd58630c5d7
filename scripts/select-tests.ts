import { menus, pages as addresses } from '@emberwatch/contract'
import { fileGraph, isTestCode, type Sources } from './import-graph.ts'

/** What a change is tested with before it is committed. */
export interface Selection {
  readonly files: readonly string[]
  /** Pages of the menu that the change touches; one path through a browser opens each. */
  readonly pages: readonly string[]
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
/** Every list of the contract is checked there in seconds. */
const always = 'packages/contract/src/'
const featureIn = (file: string): string | undefined => /^packages\/[^/]+\/src\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1]

/** `name: () => import('./features/people/role/role-list.page.tsx')` in routes.ts, however it is broken into lines. */
const routePattern = /(\w+): (?:async )?\(\) =>[^']*import\('\.\/(features\/[^']+)'\)/g

/**
 * The tests of the features that a change touches, those that import a changed file, and the contract's.
 * @param changed - paths from the root of the repository
 */
export const selectTests = (changed: readonly string[], sources: Sources): Selection => {
  const features = new Set(changed.map(featureIn).filter((feature) => feature !== undefined))
  const touched = new Set(changed)
  const graph = fileGraph(sources)
  const files = [...sources.keys()].filter((file) => {
    if (!isTest(file)) return false
    if (file.startsWith(always) || touched.has(file) || features.has(featureIn(file) ?? '')) return true
    return [...(graph.get(file) ?? [])].some((target) => touched.has(target) && !isTestCode(target))
  })
  const browser = changed.filter((file) => /^(?:e2e|scripts)\/.*\.test\.ts$/.test(file))
  const urls: ReadonlySet<string> = new Set(menus.map(({ url }) => url))
  const routes = [...(sources.get('packages/web/src/routes.ts') ?? '').matchAll(routePattern)]
  const pages = routes.flatMap(([, name = '', path = '']) => {
    const url = (addresses as Readonly<Record<string, string>>)[name]
    return url !== undefined && urls.has(url) && features.has(featureIn(`packages/web/src/${path}`) ?? '') ? [url] : []
  })
  return { files: [...files, ...browser].toSorted(), pages: [...new Set(pages)].toSorted() }
}

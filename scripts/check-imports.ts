// Checks the boundaries between packages, layers, districts and features (in words: docs/architecture.md). Every kind of import counts, types and import() too.
import { rankOf } from './districts.ts'
import { circlesOf, fileGraph, importsOf, isTestCode, readSources, targetOf, type Graph, type Sources } from './import-graph.ts'

/** Packages that may be imported by name; `null` means any outside package, but never one of ours that is not listed. */
const packages: Readonly<Record<string, { readonly ours: readonly string[]; readonly outside: readonly string[] | null }>> = {
  contract: { ours: [], outside: ['typebox'] },
  'device-link': { ours: [], outside: ['typebox'] },
  simulator: { ours: ['device-link'], outside: null },
  server: { ours: ['contract', 'device-link', 'simulator'], outside: null },
  web: { ours: ['contract'], outside: null },
}
const browser = ['contract', 'web']

/** The layers of a package, lowest first: a file imports only from its own layer and those below. The last layer puts everything together. */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['src/tables/'],
    ['src/platform/', 'src/config.ts'],
    ['migrations/'],
    ['src/features/'],
    ['seed/'],
    [
      'src/features.ts',
      'src/http.ts',
      'src/app.ts',
      'src/main.ts',
      'src/backup.ts',
      'src/verify-alarm-file.ts',
      'src/demo-fleet.ts',
      'src/demo-carrier.ts',
      'src/demo-people.ts',
      'src/demo-ports.ts',
      'src/demo-transmitter.ts',
      'src/demo-dialler.ts',
      'src/demo-rhythm.ts',
    ],
  ],
  web: [
    ['src/storage.ts', 'src/toast.ts', 'src/vite-env.d.ts'],
    ['src/theme/'],
    ['src/i18n/'],
    ['src/session/'],
    ['src/api/'],
    ['src/live/'],
    ['src/kit/'],
    ['src/shell/'],
    ['src/features/', 'src/mobile/'],
    [
      'src/feature-texts.ts',
      'src/creators.tsx',
      'src/overlays.tsx',
      'src/routes.ts',
      'src/router.tsx',
      'src/follow-links.ts',
      'src/main.tsx',
      'vite.config.ts',
      'compress-build.ts',
      'phone-build.ts',
    ],
  ],
}

/** The reason why `file` may not import `specifier`; both as in the source, paths with forward slashes. */
export const importProblem = (file: string, specifier: string): string | undefined => {
  const [, name, inner] = /^packages\/([^/]+)\/(.*)$/.exec(file) ?? []
  if (name === undefined || inner === undefined) return undefined
  const rule = packages[name]
  if (rule === undefined) return `packages/${name} has no import rule: add one to scripts/check-imports.ts`
  if (specifier.startsWith('.')) return relativeProblem(file, targetOf(file, specifier), name)
  const isTest = isTestCode(file)
  if (specifier.startsWith('@emberwatch/')) {
    const other = specifier.split('/')[1] ?? ''
    if (rule.ours.includes(other)) return undefined
    return isTest && name !== 'web' && name !== 'contract' ? undefined : `${name} may not import ${other}`
  }
  if (specifier.startsWith('node:')) {
    return browser.includes(name) && inner.startsWith('src/') && !isTest
      ? `${name} runs in the browser, which has no ${specifier}`
      : undefined
  }
  if (rule.outside === null || isTest) return undefined
  const outside = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? '')
  return rule.outside.includes(outside) ? undefined : `${name} imports only ${rule.outside.join(', ')} from outside`
}

const relativeProblem = (file: string, target: string, name: string): string | undefined => {
  const home = `packages/${name}/`
  const isTest = isTestCode(file)
  if (!target.startsWith(home)) return isTest ? undefined : 'leaves its package: import the other package by name'
  const owner = featureOf(target)
  if (target.endsWith('.store.ts') && owner !== undefined && featureOf(file) !== owner)
    return `only ${owner} itself may import its store: use its verbs or reads`
  if (isTest) return undefined
  if (isTestCode(target)) return 'is for tests only'
  const order = layers[name]
  if (order === undefined) return districtProblem(file, target)
  const layerOf = (path: string): number =>
    order.findIndex((parts) => parts.some((part) => (part.endsWith('/') ? path.startsWith(home + part) : path === home + part)))
  const from = layerOf(file)
  if (from === -1) return `${file} is in no layer: add it to scripts/check-imports.ts`
  if (layerOf(target) > from) return `${order[from]?.[0] ?? ''} stands below: it may not import what stands above`
  return districtProblem(file, target)
}

/** A page of the console and its sections put together what any district has. */
const isPage = (file: string): boolean => /\.(page|section)\.tsx$/.test(file)

const districtProblem = (file: string, target: string): string | undefined => {
  const from = placeOf(file)
  const to = placeOf(target)
  if (to === undefined) return undefined
  if (isPage(target) && from !== undefined && !isPage(file))
    return 'is a page: only pages and what puts the console together may import it'
  if (from === undefined || isPage(file)) return undefined
  return rankOf(to.district) > rankOf(from.district)
    ? `the district ${from.district} lies below ${to.district}: features import down or sideways`
    : undefined
}

interface Place {
  readonly pack: string
  readonly district: string
  readonly feature: string
}

const placeOf = (file: string): Place | undefined => {
  const [, pack, district, feature] = /^packages\/([^/]+)\/src\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? []
  return pack === undefined || district === undefined || feature === undefined ? undefined : { pack, district, feature }
}

/** `server/role` for a file of packages/server/src/features/people/role. */
const featureOf = (file: string): string | undefined => {
  const place = placeOf(file)
  return place && `${place.pack}/${place.feature}`
}

/** Every feature lies in one district, the same in all packages. */
const placeProblems = (files: Iterable<string>): string[] => {
  const problems = new Set<string>()
  const known = new Map<string, string>()
  for (const file of files) {
    if (!/^packages\/[^/]+\/src\/features\//.test(file)) continue
    const place = placeOf(file)
    if (place === undefined || rankOf(place.district) === -1) {
      problems.add(`${file}: lies in no district (scripts/districts.ts)`)
      continue
    }
    const { district, feature } = place
    const other = known.get(feature)
    if (other === undefined) known.set(feature, district)
    else if (other !== district) problems.add(`${feature} lies in ${other} and in ${district}: a feature has one district`)
  }
  return [...problems]
}

/** Which features import which. Tests and pages stand above all features. */
const featureGraph = (files: Graph): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const from = featureOf(file)
    if (from === undefined || isTestCode(file) || isPage(file)) continue
    const edges = graph.get(from) ?? new Set()
    graph.set(from, edges)
    for (const target of targets) {
      const to = featureOf(target)
      if (to !== undefined && to !== from) edges.add(to)
    }
  }
  return graph
}

const circle = (way: readonly string[]): string => [...way, way[0]].join('\n    → ')

/** All violations in the imports of these files, one line each. */
export const importProblems = (sources: Sources): string[] => {
  const problems: string[] = placeProblems(sources.keys())
  for (const [file, text] of sources) {
    for (const specifier of importsOf(text)) {
      const reason = importProblem(file, specifier)
      if (reason !== undefined) problems.push(`${file}: import '${specifier}': ${reason}`)
    }
  }
  const files = fileGraph(sources)
  for (const way of circlesOf(files)) problems.push(`files in a circle: ${circle(way)}`)
  const example = (from: string, to: string): string => {
    for (const [file, targets] of files) {
      if (featureOf(file) !== from || isTestCode(file) || isPage(file)) continue
      for (const target of targets) if (featureOf(target) === to) return `${from}: ${file} imports ${target}`
    }
    return from
  }
  for (const way of circlesOf(featureGraph(files))) {
    const steps = way.map((from, index) => example(from, way[(index + 1) % way.length] ?? ''))
    problems.push(`features in a circle: ${way.join(' → ')} → ${way[0] ?? ''}\n    ${steps.join('\n    ')}`)
  }
  return problems
}

if (import.meta.main) {
  const problems = importProblems(readSources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

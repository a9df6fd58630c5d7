import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

const chunksOf = ({ output }: Pick<Rolldown.RolldownOutput, 'output'>): Chunks =>
  new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))

/** All files that are loaded before these run. */
const importsOf = (chunks: Chunks, names: readonly string[]): Set<string> => {
  const files = new Set(names)
  for (const file of files) for (const each of chunks.get(file)?.imports ?? []) files.add(each)
  return files
}

/** Of an entry: a page, or another part that is loaded when it is needed. */
const modulesOf = (chunks: Chunks, entry: Rolldown.OutputChunk): Set<string> =>
  new Set([...importsOf(chunks, [entry.fileName])].flatMap((file) => chunks.get(file)?.moduleIds ?? []))

/**
 * Puts scripts that are needed together into one file. Left alone, the bundler makes a file of each set of pages that share something: hundreds, and each
 * costs the browser a request. Which page needs what is known only after tree shaking, so a first build, which writes nothing, finds it out.
 *
 * @param treeshake - of the build itself.
 * @param parts - by name: patterns of the entries that make it up. What several parts need is named after all of them, and no part loads another's.
 * @param often - a module outside of the parts that this share of all pages needs is loaded with its like.
 */
export const scriptFiles = (
  treeshake: Rolldown.InputOptions['treeshake'],
  parts: Readonly<Record<string, readonly RegExp[]>>,
  often: number,
): { plugin: Plugin; nameOf(id: string): string | null } => {
  const names = new Map<string, string>()
  return {
    nameOf: (id) => names.get(id) ?? null,
    plugin: {
      name: 'emberwatch-script-files',
      apply: 'build',
      async buildStart() {
        const built = (await build({
          configFile: false,
          root: import.meta.dirname,
          logLevel: 'silent',
          plugins: [react()],
          build: { write: false, minify: false, target: 'es2022', reportCompressedSize: false, rolldownOptions: { treeshake } },
        })) as Rolldown.RolldownOutput
        const chunks = chunksOf(built)
        const entries = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId !== null)
        const needed = new Map<string, string[]>()
        for (const [part, patterns] of Object.entries(parts)) {
          const own = patterns.flatMap((pattern) => {
            const found = entries.filter(({ facadeModuleId }) => pattern.test(facadeModuleId ?? ''))
            if (found.length === 0) this.error(`no entry is named like ${String(pattern)}`)
            return found
          })
          for (const id of new Set(own.flatMap((entry) => [...modulesOf(chunks, entry)])))
            needed.set(id, [...(needed.get(id) ?? []), part])
        }
        for (const [id, of] of needed) names.set(id, of.join('-'))
        const pages = entries.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx'))
        const uses = new Map<string, number>()
        for (const page of pages) for (const id of modulesOf(chunks, page)) uses.set(id, (uses.get(id) ?? 0) + 1)
        for (const [id, count] of uses) if (!names.has(id) && count >= often * pages.length) names.set(id, 'often')
      },
      generateBundle(_options, bundle) {
        const chunks = chunksOf({ output: Object.values(bundle) as Rolldown.RolldownOutput['output'] })
        for (const { fileName, imports } of chunks.values())
          if (importsOf(chunks, imports).has(fileName))
            this.error(`${fileName} would run before what it imports, which imports it`)
      },
    },
  }
}

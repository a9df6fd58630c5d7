import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const inputs = ['package-lock.json', 'tsconfig.base.json', 'packages/web', 'packages/contract']

/** Builds the console into packages/web/dist when its sources changed since the last build. */
export async function buildConsole(root, node, run) {
  const web = join(root, 'packages', 'web')
  const dist = join(web, 'dist')
  const stampFile = join(dist, '.stamp')
  const stamp = hashOf(root)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the console (only when its sources changed) …')
  const began = Date.now()
  // Built next to it and then moved, so that an interrupted build leaves the previous console intact.
  const draft = join(root, 'node_modules', `.emberwatch-console-${process.pid}`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = ['build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
  try {
    const code = await run(node, [vite, ...args], { cwd: web })
    if (code !== 0) throw new Error("Building the console failed; see vite's message above.")
    writeFileSync(join(draft, '.stamp'), stamp)
    rmSync(dist, { recursive: true, force: true })
    renameSync(draft, dist)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  console.log(`Built the console in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

function hashOf(root) {
  const hash = createHash('sha256')
  const visit = (path) => {
    let entries
    try {
      entries = readdirSync(join(root, path), { withFileTypes: true })
    } catch {
      hash.update(path).update(readFileSync(join(root, path)))
      return
    }
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue
      visit(`${path}/${entry.name}`)
    }
  }
  for (const path of inputs) visit(path)
  return hash.digest('hex')
}

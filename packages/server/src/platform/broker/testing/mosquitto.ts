import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Where a downloaded mosquitto is unpacked, with the libraries that this machine lacks. */
const downloaded = join(tmpdir(), 'emberwatch-mosquitto')

const find = (): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', join(downloaded, 'usr/sbin')]
  return folders.map((folder) => join(folder, 'mosquitto')).find(isExecutable)
}

/**
 * Fetches the packages with apt and unpacks them into our own folder: nothing is installed, and no service of the machine is
 * touched.
 */
const download = (): string | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
  mkdirSync(join(downloaded, 'partial'), { recursive: true })
  const folder = `Dir::Cache::archives=${downloaded}`
  if (!run('apt-get', ['-y', '--download-only', '--reinstall', '--no-install-recommends', '-o', folder, 'install', 'mosquitto']))
    return undefined
  for (const file of readdirSync(downloaded).filter((name) => name.endsWith('.deb')))
    run('dpkg-deb', ['-x', join(downloaded, file), downloaded])
  return find()
}

/** Libraries that were downloaded with it. */
const libraryPath = (): string => {
  const folders = ['usr/lib', 'lib'].flatMap((folder) => [join(downloaded, folder), ...subfolders(join(downloaded, folder))])
  return [...folders, process.env['LD_LIBRARY_PATH'] ?? ''].filter(Boolean).join(delimiter)
}

const subfolders = (folder: string): string[] => {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The mosquitto program: installed on this machine, or downloaded. Undefined if neither is possible (its tests are then visibly
 * skipped).
 */
export const mosquittoProgram = find() ?? download()

/** Our own mosquitto on a free loopback port. Sessions are kept on disk so that it can be stopped and started. */
export class Mosquitto {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  #process: ChildProcess | undefined
  port = 0

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    if (mosquittoProgram === undefined) throw new Error('mosquitto is not installed')
    this.port ||= await freePort()
    const config = join(this.#folder, 'mosquitto.conf')
    writeFileSync(
      config,
      [
        `listener ${this.port} 127.0.0.1`,
        'allow_anonymous true',
        'persistence true',
        `persistence_location ${this.#folder}/`,
        'autosave_on_changes true',
        'autosave_interval 1',
        'max_inflight_messages 0',
        'max_queued_messages 0',
        ...(process.getuid?.() === 0 ? ['user root'] : []),
      ].join('\n'),
    )
    const env = { ...process.env, LD_LIBRARY_PATH: libraryPath() }
    this.#process = spawn(mosquittoProgram, ['-c', config], { stdio: 'ignore', env })
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await answers(this.port)) return
      await delay(30)
    }
    throw new Error('mosquitto does not start')
  }

  /** Stops the program and keeps its data. */
  async stop(): Promise<void> {
    const running = this.#process
    this.#process = undefined
    if (running === undefined || running.exitCode !== null) return
    const exited = once(running, 'exit')
    running.kill('SIGTERM')
    await exited
  }

  /** Stops the program and removes its data. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const answers = (port: number): Promise<boolean> => {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

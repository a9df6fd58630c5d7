import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The mosquitto program on this machine; undefined where it is not installed (its tests are then skipped, visibly). */
export const mosquittoProgram = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'mosquitto'))
  .find(isExecutable)

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A mosquitto of our own on a free loopback port, keeping its sessions on disk so that it can be stopped and started. */
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
    this.#process = spawn(mosquittoProgram, ['-c', config], { stdio: 'ignore' })
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

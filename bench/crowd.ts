import { fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Many consoles in a process of their own, on raw sockets, so that their own cost disturbs little. */
export interface Crowd {
  /** Opens streams with these sessions. Resolves when each has its first frame. */
  open(tokens: readonly string[]): Promise<void>
  /** Resolves when every open stream has received this text, with the times of the first and the last (ms since 1970). */
  watch(text: string): Promise<Sighting>
  close(): void
}

export interface Sighting {
  readonly first: number
  readonly last: number
}

type Command = { readonly kind: 'open'; readonly tokens: readonly string[] } | { readonly kind: 'watch'; readonly text: string }
type Answer =
  | { readonly kind: 'opened' | 'watching' }
  | ({ readonly kind: 'seen' } & Sighting)
  | { readonly kind: 'failed'; readonly why: string }

/** @param port of a program on this machine */
export const startCrowd = (port: number): Crowd => {
  const child = fork(fileURLToPath(import.meta.url), [String(port)], { env: { ...process.env, CROWD_CHILD: '1' } })
  const next = (kind: Answer['kind']): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const heard = (answer: Answer): void => {
        if (answer.kind !== kind && answer.kind !== 'failed') return
        child.off('message', heard)
        if (answer.kind === 'failed') reject(new Error(answer.why))
        else resolve(answer)
      }
      child.on('message', heard)
    })
  const tell = (command: Command): boolean => child.send(command)
  return {
    async open(tokens) {
      const opened = next('opened')
      tell({ kind: 'open', tokens })
      await opened
    },
    async watch(text) {
      const seen = next('seen')
      tell({ kind: 'watch', text })
      const answer = await seen
      return answer as Sighting & Answer
    },
    close: () => void child.kill(),
  }
}

/** How many sign in at the same time. */
const atOnce = 24
const mostAttempts = 20
/** Calls are limited per address, and a thousand consoles do not share one. */
const addresses = 50

const now = (): number => performance.timeOrigin + performance.now()

class Crowding {
  readonly #port: number
  readonly #streams = new Set<Socket>()
  #text: Buffer | undefined
  #missing = new Set<Socket>()
  #first = 0

  constructor(port: number) {
    this.#port = port
  }

  async open(tokens: readonly string[]): Promise<void> {
    let next = 0
    const work = async (): Promise<void> => {
      for (let index = next++; index < tokens.length; index = next++) await this.#join(tokens[index] ?? '', index)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  watch(text: string): void {
    this.#text = Buffer.from(text)
    this.#missing = new Set(this.#streams)
    this.#first = 0
  }

  /** Retries if it is refused, as a console does. */
  async #join(token: string, index: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#connect(token, index)
      } catch (error) {
        if (attempt === mostAttempts) throw error
        await delay(500)
      }
    }
  }

  #connect(token: string, index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % addresses)}` })
      socket.once('error', reject)
      socket.write(`GET /api/web/live/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
      let joined = false
      socket.on('data', (data: Buffer) => {
        if (joined) return this.#receive(socket, data)
        if (data.includes('HTTP/1.1 ') && !data.includes('HTTP/1.1 200'))
          return void socket.destroy(new Error(data.toString('latin1', 0, 40)))
        if (!data.includes('data: []')) return
        joined = true
        this.#streams.add(socket)
        resolve()
      })
      socket.once('close', () => {
        this.#streams.delete(socket)
        if (joined) answer({ kind: 'failed', why: 'a stream was closed' })
        else reject(new Error('a stream was refused'))
      })
    })
  }

  #receive(socket: Socket, data: Buffer): void {
    if (!this.#text || !data.includes(this.#text)) return
    if (this.#first === 0) this.#first = now()
    this.#missing.delete(socket)
    if (this.#missing.size > 0) return
    this.#text = undefined
    answer({ kind: 'seen', first: this.#first, last: now() })
  }
}

const answer = (message: Answer): void => void process.send?.(message)

if (process.env['CROWD_CHILD'] === '1' && process.send) {
  const crowding = new Crowding(Number(process.argv[2]))
  process.on('message', (command: Command) => {
    if (command.kind === 'watch') return crowding.watch(command.text)
    crowding.open(command.tokens).then(
      () => answer({ kind: 'opened' }),
      (error: unknown) => answer({ kind: 'failed', why: String(error) }),
    )
  })
}

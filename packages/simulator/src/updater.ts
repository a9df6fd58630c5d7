import { maxChunkBytes } from '@emberwatch/device-link'
import type {
  UpgradeAskMessage,
  UpgradeChunkMessage,
  UpgradeChunkRequest,
  UpgradeMessage,
  UpgradeProgressMessage,
} from '@emberwatch/device-link'
import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { firmwareProblem, trustedKeys } from './firmware-check.ts'
import type { FirmwareTarget, PublishedKey } from './firmware-check.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/**
 * How a device behaves in one attempt. `breaksOff`: the download breaks in the middle and continues. `wrongBytes`: the file
 * arrives damaged. `losesPower`: while installing, so that it restarts with the old version. `lies`: reports success without
 * having installed. `silent`: never answers. `refuses`: declines the step. `stops`: falls silent in the middle of the download.
 */
export const upgradeBehaviours = ['works', 'breaksOff', 'wrongBytes', 'losesPower', 'lies', 'silent', 'refuses', 'stops'] as const
export type UpgradeBehaviour = (typeof upgradeBehaviours)[number]

export interface UpdaterOptions {
  /** How files are fetched. Default `http`. */
  readonly transport?: 'http' | 'mqtt'
  /** The server, for file addresses without a host and for its keys. Without it, files come over MQTT and signatures are not checked. */
  readonly server?: string | undefined
  /** How a device, or the gateway itself, behaves in its n-th attempt, counted from 1. By default it succeeds. */
  readonly behaviourOf?: (code: string, attempt: number) => UpgradeBehaviour
  /** The version that devices run at the start. Default 1.0.000. */
  readonly firmware?: string
  /** Whether devices and the gateway report their versions when it connects. */
  readonly reportsAtStart?: boolean
  /** The model and hardware of the gateway and its devices, if they know it. */
  readonly targetOf?: (code: string) => FirmwareTarget
  /** Milliseconds between the stages. */
  readonly stepMs: number
}

/** One file that was installed over the old one. */
export interface Installation {
  readonly code: string
  readonly task: string
  readonly version: string
  readonly sha256: string
}

export interface UpdaterLink {
  /** The gateway's own code, by which the gateway itself is addressed. */
  readonly code: string
  progress(message: UpgradeProgressMessage): Promise<void>
  ask(message: UpgradeAskMessage): Promise<void>
  getChunk(request: UpgradeChunkRequest): Promise<void>
}

/** The download was refused because the server no longer offers the file. */
class DownloadOver extends Error {}

const chunkWaitMs = 3_000
const tries = 10
const longestPauseMs = 5_000

/** Upgrades a gateway and the devices behind it as real ones do: download, check, install, restart, report the version. */
export class Updater {
  readonly installed: Installation[] = []
  readonly #link: UpdaterLink
  readonly #options: UpdaterOptions
  readonly #random: Random
  readonly #versions = new Map<string, string>()
  readonly #attempts = new Map<string, number>()
  /** Steps under way: they may be offered again. */
  readonly #busy = new Set<string>()
  /** Steps already installed; kept across restarts. */
  readonly #done = new Set<string>()
  readonly #partial = new Map<string, Buffer>()
  #chunk: ((chunk: UpgradeChunkMessage) => void) | undefined
  #keys: Promise<ReadonlyMap<string, KeyObject>> | undefined

  constructor(link: UpdaterLink, options: UpdaterOptions, random: Random) {
    this.#link = link
    this.#options = options
    this.#random = random
  }

  versionOf(code: string): string {
    return this.#versions.get(code) ?? this.#options.firmware ?? '1.0.000'
  }

  /** Reports what a device, or the gateway itself, runs, and asks for work. */
  async ask(code: string): Promise<void> {
    const device = code === this.#link.code ? {} : { device: code }
    await this.#link.ask({ ...device, firmware: this.versionOf(code), battery: between(this.#random, 60, 100) })
  }

  chunk(message: UpgradeChunkMessage): void {
    this.#chunk?.(message)
  }

  /** Accepts a step that is offered. The same step again changes nothing while it is under way or once it is installed. */
  async offer(offer: UpgradeMessage): Promise<void> {
    const code = offer.device ?? this.#link.code
    if (this.#busy.has(code)) return
    if (this.#done.has(offer.task)) return this.ask(code)
    if (offer.expires !== undefined && Date.parse(offer.expires) < Date.now()) return
    this.#busy.add(code)
    const last = await this.#upgrade(code, offer).finally(() => this.#busy.delete(code))
    // Not earlier, because the next offer may follow at once.
    await last?.()
  }

  /** Carries out a step up to the final progress message, which it returns. Undefined: the device falls silent. */
  async #upgrade(code: string, offer: UpgradeMessage): Promise<(() => Promise<void>) | undefined> {
    const attempt = (this.#attempts.get(code) ?? 0) + 1
    this.#attempts.set(code, attempt)
    const behaviour = this.#options.behaviourOf?.(code, attempt) ?? 'works'
    const { stepMs } = this.#options
    const tell = (state: UpgradeProgressMessage['state'], percent: number, error: string | null = null) =>
      this.#link.progress({
        task: offer.task,
        ...(typeof offer.device !== 'string' ? {} : { device: offer.device }),
        state,
        percent,
        error,
      })
    if (behaviour === 'silent') return undefined
    await delay(stepMs * this.#random())
    const fail = (error: string) => () => tell('failed', 0, error)
    if (behaviour === 'refuses') return fail('refused')
    let file: Buffer | undefined
    try {
      file = await this.#download(offer, behaviour, (percent) => tell('downloading', percent))
    } catch (error) {
      this.#partial.delete(offer.task)
      return fail(error instanceof Error ? error.message.slice(0, 200) : 'download')
    }
    if (file === undefined) return undefined
    await tell('verifying', 100)
    await delay(stepMs)
    const bytes = behaviour === 'wrongBytes' ? damaged(file) : file
    const target = this.#options.targetOf?.(code) ?? {}
    const problem = firmwareProblem(offer, bytes, target, await this.#trusted())
    this.#partial.delete(offer.task)
    if (problem !== undefined) return fail(problem)
    await tell('installing', 100)
    await delay(stepMs)
    if (behaviour === 'losesPower') return () => this.ask(code)
    if (behaviour === 'lies') return () => tell('succeeded', 100)
    this.#versions.set(code, offer.version)
    this.#done.add(offer.task)
    this.installed.push({ code, task: offer.task, version: offer.version, sha256: offer.sha256 })
    await tell('succeeded', 100)
    return () => this.ask(code)
  }

  /** Undefined: it fell silent. */
  async #download(
    offer: UpgradeMessage,
    behaviour: UpgradeBehaviour,
    tell: (percent: number) => Promise<void>,
  ): Promise<Buffer | undefined> {
    await tell(0)
    const breakAt = Math.floor(offer.size / 2)
    let broken = behaviour !== 'breaksOff' && behaviour !== 'stops'
    let isOver = false
    for (let failures = 0; ;) {
      const have = this.#partial.get(offer.task) ?? Buffer.alloc(0)
      if (have.length >= offer.size) break
      const until = broken ? offer.size : breakAt
      try {
        await (this.#options.transport === 'mqtt' || this.#options.server === undefined
          ? this.#fetchChunks(offer, until)
          : this.#fetchHttp(offer, until))
        isOver = !broken && behaviour === 'stops'
        broken = true
      } catch (error) {
        if (error instanceof DownloadOver || ++failures >= tries) throw error
        await delay(Math.min(100 * 2 ** failures, longestPauseMs))
      }
      const percent = Math.floor(((this.#partial.get(offer.task)?.length ?? 0) / Math.max(1, offer.size)) * 100)
      await tell(percent)
      if (isOver) return undefined
    }
    return this.#partial.get(offer.task)
  }

  #keep(task: string, piece: Uint8Array): number {
    const all = Buffer.concat([this.#partial.get(task) ?? Buffer.alloc(0), piece])
    this.#partial.set(task, all)
    return all.length
  }

  async #fetchHttp({ task, url, size, sha256 }: UpgradeMessage, until: number): Promise<void> {
    const have = this.#partial.get(task)?.length ?? 0
    const headers = have === 0 ? {} : { range: `bytes=${have}-`, 'if-range': `"${sha256}"` }
    const abort = new AbortController()
    const response = await fetch(new URL(url, this.#options.server), {
      headers: headers as Record<string, string>,
      signal: abort.signal,
    })
    if (response.status === 404 || response.status === 410) throw new DownloadOver(`download: ${response.status}`)
    if (!response.ok || response.body === null) throw new Error(`download: ${response.status}`)
    if (response.status === 200) this.#partial.delete(task)
    for await (const piece of response.body)
      if (this.#keep(task, piece) >= until && until < size) {
        // The connection breaks here.
        abort.abort()
        return
      }
  }

  async #fetchChunks(offer: UpgradeMessage, until: number): Promise<void> {
    const { task, device, size } = offer
    const length = Math.min(offer.chunk ?? maxChunkBytes, maxChunkBytes)
    for (let offset = this.#partial.get(task)?.length ?? 0; offset < until;) {
      const chunk = await this.#nextChunk({ task, ...(typeof device !== 'string' ? {} : { device }), offset, length })
      if (chunk.total !== size) throw new DownloadOver('download: over')
      offset = this.#keep(task, Buffer.from(chunk.data, 'base64'))
    }
  }

  async #nextChunk(request: UpgradeChunkRequest): Promise<UpgradeChunkMessage> {
    // One file at a time: a gateway without HTTP has little memory.
    while (this.#chunk !== undefined) await delay(20)
    const { promise, resolve } = Promise.withResolvers<UpgradeChunkMessage>()
    this.#chunk = (chunk) => {
      if (chunk.task === request.task && chunk.offset === request.offset) resolve(chunk)
    }
    try {
      await this.#link.getChunk(request)
      const abort = new AbortController()
      const late = delay(chunkWaitMs, undefined, { signal: abort.signal }).then(() => {
        throw new Error('download: no answer')
      })
      late.catch(() => {})
      return await Promise.race([promise, late]).finally(() => abort.abort())
    } finally {
      this.#chunk = undefined
    }
  }

  /** The server's keys. Undefined if there is no server to ask. */
  async #trusted(): Promise<ReadonlyMap<string, KeyObject> | undefined> {
    const { server } = this.#options
    if (server === undefined) return undefined
    this.#keys ??= fetch(new URL('/api/upgrade/v1/keys', server))
      .then((response) => response.json() as Promise<{ keys: PublishedKey[] }>)
      .then(({ keys }) => trustedKeys(keys))
    return this.#keys.catch(() => {
      this.#keys = undefined
      return new Map()
    })
  }
}

const damaged = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  copy[0] = (copy[0] ?? 0) ^ 0xff
  return copy
}

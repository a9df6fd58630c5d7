/** Who waits. */
interface Asker {
  readonly ip: string
  readonly isGone: boolean
  /** Its sender waits; a datagram is sent again instead. */
  readonly mayWait: boolean
}

/** Reports of unknown senders that are taken in a second, from all together: they have no secret, so anybody may invent them. */
const reportsPerSecond = 20
/** Frames that wait for their turn, in all and from one address of the network. */
const maxWaiting = 2_000
const maxWaitingOfIp = 20
/** A frame pays for no more reports than this: the others wait for it. */
const maxCost = 20
/** Unknown senders that are listed by their address. Further ones are listed as one; what they report names them all the same. */
const maxListed = 1_000
/** After this long an unknown sender is listed anew (ms), and its sign of life is stored again. */
const listedMs = 600_000

interface Waiting {
  readonly asker: Asker
  readonly cost: number
  readonly take: (isTaken: boolean) => void
}

/**
 * Bounds what senders that nobody registered may add, over all receivers of a protocol. Each address of the network has its turn, and a frame
 * pays for its reports. A sign of life never waits, so that no fire waits behind it.
 */
export class UnknownSenders {
  readonly #protocol: string
  /** When each was listed. */
  readonly #listed = new Map<string, number>()
  readonly #waiting = new Map<string, Waiting[]>()
  #isRunning = false

  constructor(protocol: string) {
    this.#protocol = protocol
  }

  /** Whether a sign of life of this sender would say anything new. */
  isListed(linkAddress: string): boolean {
    return performance.now() - (this.#listed.get(linkAddress) ?? -Infinity) < listedMs
  }

  /**
   * Resolves when a frame may be taken, with the name under which its sender is listed. Undefined: there are too many, and it has to be sent
   * again.
   */
  async turn(linkAddress: string, reports: number, asker: Asker): Promise<string | undefined> {
    const cost = Math.min(Math.max(1, reports), maxCost)
    if (!this.#isRunning) this.#run(cost)
    else if (reports === 0 || !asker.mayWait || !(await this.#queue(asker, cost))) return undefined
    return this.#list(linkAddress)
  }

  #queue(asker: Asker, cost: number): Promise<boolean> {
    for (const [ip, all] of this.#waiting) {
      for (const each of all) if (each.asker.isGone) each.take(false)
      const there = all.filter((each) => !each.asker.isGone)
      if (there.length > 0) this.#waiting.set(ip, there)
      else this.#waiting.delete(ip)
    }
    const own = this.#waiting.get(asker.ip) ?? []
    const size = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (size >= maxWaiting || own.length >= maxWaitingOfIp) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.set(asker.ip, [...own, { asker, cost, take: resolve }])
    return promise
  }

  #list(linkAddress: string): string {
    const now = performance.now()
    if (this.#listed.size >= maxListed)
      for (const [address, at] of this.#listed) if (now - at >= listedMs) this.#listed.delete(address)
    if (this.#listed.size < maxListed) this.#listed.set(linkAddress, now)
    return this.#listed.has(linkAddress) ? linkAddress : `${this.#protocol}:…`
  }

  /** The turn lasts as long as what was taken costs. */
  #run(cost: number): void {
    this.#isRunning = true
    setTimeout(() => this.#next(), (cost * 1_000) / reportsPerSecond)
  }

  /** The next time it is another address's turn. */
  #next(): void {
    this.#isRunning = false
    for (const [ip, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(ip)
      if (others.length > 0) this.#waiting.set(ip, others)
      first?.take(!first.asker.isGone)
      if (first !== undefined && !first.asker.isGone) return this.#run(first.cost)
    }
  }
}

/** How often in a row a sender is told the time instead of being confirmed. */
const maxCorrections = 2
const maxRemembered = 10_000

/** Which senders were told the time, whatever they are connected over: one whose clock stays wrong is not kept waiting for ever. */
export class ClockCorrections {
  readonly #told = new Map<string, number>()

  /** Whether a sender with a wrong clock is to be told the time once more. */
  isDue(linkAddress: string): boolean {
    return (this.#told.get(linkAddress) ?? 0) < maxCorrections
  }

  note(linkAddress: string, isWrong: boolean): void {
    const before = this.#told.get(linkAddress) ?? 0
    this.#told.delete(linkAddress)
    if (!isWrong) return
    this.#told.set(linkAddress, before + 1)
    const [oldest] = this.#told.keys()
    if (this.#told.size > maxRemembered && oldest !== undefined) this.#told.delete(oldest)
  }
}

/** Who waits. */
interface Asker {
  readonly ip: string
  readonly isGone: boolean
}

/** Reports of unknown senders that are taken in a second, from all together: they have no secret, so anybody may invent them. */
const reportsPerSecond = 20
/** Frames that wait for their turn, in all and from one address of the network. */
const maxWaiting = 2_000
const maxWaitingOfIp = 20
/** Unknown senders that are listed by their address. Further ones are listed as one; what they report names them all the same. */
const maxListed = 1_000
/** After this long an unknown sender is listed anew (ms), and its sign of life is stored again. */
const listedMs = 600_000

interface Waiting {
  readonly peer: Asker
  readonly reports: number
  readonly take: (isTaken: boolean) => void
}

/**
 * Bounds what senders that nobody registered may add, over all receivers of a protocol. Each address of the network has its turn, reports
 * before signs of life, and a frame pays for each of its reports.
 */
export class UnknownSenders {
  readonly #protocol: string
  /** When each was listed. */
  readonly #listed = new Map<string, number>()
  readonly #waiting = { reports: new Map<string, Waiting[]>(), signs: new Map<string, Waiting[]>() }
  #size = 0
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
  async turn(linkAddress: string, reports: number, peer: Asker): Promise<string | undefined> {
    const queue = reports > 0 ? this.#waiting.reports : this.#waiting.signs
    const own = queue.get(peer.ip) ?? []
    if (this.#size >= maxWaiting || own.length >= maxWaitingOfIp) return undefined
    const { promise, resolve } = Promise.withResolvers<boolean>()
    queue.set(peer.ip, [...own, { peer, reports, take: resolve }])
    this.#size++
    if (!this.#isRunning) this.#run(0)
    return (await promise) ? this.#list(linkAddress) : undefined
  }

  #list(linkAddress: string): string {
    const now = performance.now()
    if (this.#listed.size >= maxListed)
      for (const [address, at] of this.#listed) if (now - at >= listedMs) this.#listed.delete(address)
    if (this.#listed.size < maxListed) this.#listed.set(linkAddress, now)
    return this.#listed.has(linkAddress) ? linkAddress : `${this.#protocol}:…`
  }

  #run(afterMs: number): void {
    this.#isRunning = true
    setTimeout(() => this.#next(), afterMs)
  }

  #next(): void {
    this.#isRunning = false
    const next = take(this.#waiting.reports) ?? take(this.#waiting.signs)
    if (next === undefined) return
    this.#size--
    next.take(!next.peer.isGone)
    const cost = next.peer.isGone ? 0 : Math.max(1, next.reports)
    this.#run((cost * 1_000) / reportsPerSecond)
  }
}

/** The first that waits; the next time it is another address's turn. */
const take = (queue: Map<string, Waiting[]>): Waiting | undefined => {
  const [first] = queue
  if (first === undefined) return undefined
  const [ip, [next, ...others]] = first
  queue.delete(ip)
  if (others.length > 0) queue.set(ip, others)
  return next
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

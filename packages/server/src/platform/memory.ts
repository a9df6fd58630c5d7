import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often to check whether the program is at rest (ms). */
const lookMs = 10_000
/** The share of a core below which it is at rest. Ten thousand gateways that only send heartbeats count as rest too. */
const restingShare = 0.25
/** Growth of the heap that is worth collecting (bytes). */
const grownBytes = 16 * 2 ** 20

/** V8 gives memory back, a little at a time, when a context is discarded. This creates one to discard. */
const giveBackMemory = (): void => void runInNewContext('0')

/**
 * Memory used during a busy time (the start, ten thousand gateways connecting, an export) would be kept as long as little happens
 * afterwards: a third of the memory at rest. It is given back once the program is at rest, when the collection delays nothing.
 */
export const watchIdleMemory = (): { stop(): void } => {
  let before = process.cpuUsage()
  let least = 0
  const look = (): void => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const { heapTotal } = process.memoryUsage()
    const grown = heapTotal > least + grownBytes
    if (!grown) least = Math.min(least, heapTotal)
    if (!grown || (user + system) / 1_000 / lookMs > restingShare) return
    least = heapTotal
    giveBackMemory()
  }
  const timer = setInterval(look, lookMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** How much the heap may grow between two full collections while much passes through it (%). */
const narrowPercent = 50
let narrow = 0

/**
 * For work that millions of rows pass through: V8 would keep them until the heap has grown to several times its size. Earlier collections
 * would slow a storm of fires by a fifth, so this ends with the work. Returns the function that ends it.
 */
export const narrowHeap = (): (() => void) => {
  if (++narrow === 1) setFlagsFromString(`--heap-growing-percent=${narrowPercent}`)
  return () => {
    if (--narrow === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}

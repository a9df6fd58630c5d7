import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often the program looks whether it rests (ms). */
const lookMs = 10_000
/** The share of a core below which it rests: ten thousand gateways that only say that they live are rest as well. */
const restingShare = 0.25
/** Growth of the heap that is worth collecting (bytes). */
const grownBytes = 16 * 2 ** 20

/** V8 gives memory back, a little at a time, when a context is thrown away: this is one. */
const giveBackMemory = (): void => void runInNewContext('0')

/**
 * What a busy time took (the start itself, ten thousand gateways that connect, an export) would be kept for as long as little happens after it: a third of
 * the memory at rest. It is given back once the program rests again, when the work of it holds nobody up.
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
 * For work through which a million rows pass: V8 would let them lie until the heap has grown to several times its size. Collecting them sooner costs a
 * storm of fires a fifth more time, so it ends with the work. Returns what ends it.
 */
export const narrowHeap = (): (() => void) => {
  if (++narrow === 1) setFlagsFromString(`--heap-growing-percent=${narrowPercent}`)
  return () => {
    if (--narrow === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}

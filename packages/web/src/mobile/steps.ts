import type { StepInput, StepName } from './calls.ts'

/** Why the server refused a step. */
export interface StepProblem {
  readonly message: string
  readonly at: string
}

type Call = { readonly [N in StepName]: { readonly name: N; readonly input: StepInput<N> } }[StepName]

/** A step entered on this phone that the server has not accepted yet. A photo is `local:<id>` until it has been uploaded. */
export type Step = Call & {
  /** The request id: even if it is sent again, the step happens only once. */
  readonly id: string
  /** Its position among the steps of its account. */
  readonly seq: number
  readonly accountId: number
  readonly orderId: number
  readonly orderCode: string
  /** What the step is about, such as a device or an address. */
  readonly about: string | null
  readonly enteredAt: string
  /** Server ids of photos that have been uploaded already, by their local ids. */
  readonly uploaded: Readonly<Record<string, string>>
  readonly problem: StepProblem | null
  /** How often it failed on the server, and when last. */
  readonly failures?: number
  readonly failedAt?: string
}

/** After this many failures, steps of other orders may overtake it. It is still retried for ever, after them. */
export const mostFailures = 3
export const isFailing = ({ problem, failures = 0 }: Step): boolean => problem === null && failures >= mostFailures

const mark = 'local:'
export const localPhoto = (id: string): string => `${mark}${id}`
/** The id of a photo that is only on this phone. */
export const localIdOf = (photo: string): string | null => (photo.startsWith(mark) ? photo.slice(mark.length) : null)

/** The photos in an input that are only on this phone. */
export const photosIn = (value: unknown): string[] => {
  if (typeof value === 'string') return localIdOf(value) === null ? [] : [value.slice(mark.length)]
  if (Array.isArray(value)) return value.flatMap(photosIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(photosIn) : []
}

/** The input as it is sent, with the server's ids of its photos. */
export const withUploaded = <T>(value: T, uploaded: Readonly<Record<string, string>>): T => {
  const replaced = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const local = localIdOf(one)
      return local === null ? one : (uploaded[local] ?? one)
    }
    if (Array.isArray(one)) return one.map(replaced)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, replaced(inner)]))
  }
  return replaced(value) as T
}

/**
 * The next step to send: in the order of entry, and of no order with a refused earlier step. A step that keeps failing on the
 * server comes after those of other orders; among several of these, the one whose last attempt was longest ago.
 */
export const nextStep = (steps: readonly Step[]): Step | undefined => {
  const stuck = new Set<number>()
  const failing: Step[] = []
  for (const step of steps) {
    if (stuck.has(step.orderId)) continue
    if (step.problem === null && !isFailing(step)) return step
    stuck.add(step.orderId)
    if (isFailing(step)) failing.push(step)
  }
  return failing.toSorted((one, other) => ((one.failedAt ?? '') < (other.failedAt ?? '') ? -1 : 1))[0]
}

/** Whether a step waits for an earlier one of its order that the server refused. */
export const isHeldUp = (step: Step, steps: readonly Step[]): boolean =>
  step.problem === null && steps.some((other) => other.orderId === step.orderId && other.seq < step.seq && other.problem !== null)

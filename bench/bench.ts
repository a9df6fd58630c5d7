/** One benchmark. `run` is called once per round and returns its figures. The unit is part of the figure's name (`ms`, `per_s`, `ratio`, `KB`). */
export interface Bench {
  readonly name: string
  /** What it measures, in one line. */
  readonly about: string
  /** At least five, unless the figure cannot vary (bytes of a build). */
  readonly rounds: number
  readonly targets?: Readonly<Record<string, { readonly most?: number; readonly least?: number }>>
  /** The reason why it cannot run on this machine, if any. It is skipped then. */
  unavailable?(): string | undefined
  setUp?(): Promise<void>
  run(round: number): Promise<Record<string, number>>
  tearDown?(): Promise<void>
}

/** The value below which the share `q` (0 to 1) of the samples lies. */
export const quantile = (samples: readonly number[], q: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

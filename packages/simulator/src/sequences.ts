import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Keeps the gateways' numbers across restarts. */
export interface SequenceStore {
  /** A number never used before by this gateway. */
  start(gateway: string): number
  /** Called with each number before it is used. */
  used(gateway: string, sequence: number): void
}

/** Numbers from the clock: higher after a restart, as long as a gateway sends fewer than 1000 messages per second on average. */
export const clockSequences = (): SequenceStore => {
  return { start: () => Date.now(), used: () => {} }
}

/** Numbers are reserved in blocks, so that the file is written rarely and a crash only skips some. */
const block = 1000

/** Keeps the numbers in a JSON file `{"<gateway>": <first number not reserved>}`. */
export const fileSequences = (file: string): SequenceStore => {
  const reserved = new Map<string, number>(Object.entries(readNumbers(file)))
  return {
    start: (gateway) => reserved.get(gateway) ?? 1,
    used: (gateway, sequence) => {
      if (sequence < (reserved.get(gateway) ?? 0)) return
      reserved.set(gateway, sequence + block)
      const text = JSON.stringify(Object.fromEntries(reserved))
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    },
  }
}

const readNumbers = (file: string): Record<string, number> => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  const value: unknown = JSON.parse(text)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])))
}

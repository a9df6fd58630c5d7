import type { OperationCode } from '../menus.ts'

type Verb<V> = keyof V & string

/** Labels of operations: by verb, and those with a label of their own. */
export interface OperationWords {
  readonly verbs: Readonly<Record<string, string>>
  readonly own: Readonly<Record<string, string>>
}

/** The labels of one language. A code with neither a verb's label nor its own does not compile. */
export const operationWords = <const V extends Readonly<Record<string, string>>>(
  verbs: V,
  own: Readonly<Record<Exclude<OperationCode, `${string}:${Verb<V>}`>, string> & Partial<Record<OperationCode, string>>>,
): OperationWords => ({ verbs, own: own as Readonly<Record<string, string>> })

/** The label of an operation: its own, or that of its verb. Looked up one by one, so that texts need no list of all operations. */
export const operationLabel = ({ verbs, own }: OperationWords, code: string): string =>
  own[code] ?? verbs[code.slice(code.indexOf(':') + 1)] ?? code

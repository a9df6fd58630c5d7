import type { OperationCode } from '../menus.ts'

type Usual<V> = keyof V & string

/** Labels of operations: by the name of the call, and those with a label of their own. */
export interface OperationWords {
  readonly usual: Readonly<Record<string, string>>
  readonly own: Readonly<Record<string, string>>
}

/** The labels of one language. A code with neither a usual label nor its own does not compile. */
export const operationWords = <const V extends Readonly<Record<string, string>>>(
  usual: V,
  own: Readonly<Record<Exclude<OperationCode, `${string}:${Usual<V>}`>, string> & Partial<Record<OperationCode, string>>>,
): OperationWords => ({ usual, own: own as Readonly<Record<string, string>> })

/** The label of an operation: its own, or the usual one. Looked up one by one, so that texts need no list of all operations. */
export const operationLabel = ({ usual, own }: OperationWords, code: string): string =>
  own[code] ?? usual[code.slice(code.indexOf(':') + 1)] ?? code

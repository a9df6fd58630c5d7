import { operationCodes, type OperationCode } from '../menus.ts'

type Verb<V> = keyof V & string

/** Labels of operations: by what is done, unless a code has a label of its own. A code with neither does not compile. */
export const operationLabels = <const V extends Readonly<Record<string, string>>>(
  verbs: V,
  own: Readonly<Record<Exclude<OperationCode, `${string}:${Verb<V>}`>, string> & Partial<Record<OperationCode, string>>>,
): Record<OperationCode, string> => {
  const labels: Readonly<Partial<Record<OperationCode, string>>> = own
  return Object.fromEntries(
    operationCodes.map((code) => [code, labels[code] ?? verbs[code.slice(code.indexOf(':') + 1)] ?? code]),
  ) as Record<OperationCode, string>
}

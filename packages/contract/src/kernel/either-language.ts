import { Type } from 'typebox'
import { optional } from './schema.ts'

/**
 * A name in one of two languages. One of the pair is enough: somebody who works in English need not know the Chinese one, nor the other way
 * round, and whoever reads in the other language sees the same name. `other` is the other field of the pair.
 */
export const eitherName = (other: string, max: number) => optional(Type.String({ minLength: 1, maxLength: max, either: other }))

/** Both names of a pair. Undefined: neither was given. */
export const bothNames = (
  zh: string | undefined,
  en: string | undefined,
): { readonly zh: string; readonly en: string } | undefined => {
  const any = zh ?? en
  return any === undefined ? undefined : { zh: zh ?? any, en: en ?? any }
}

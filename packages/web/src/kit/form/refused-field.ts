import type { Endpoint } from '@emberwatch/contract'
import { createContext } from 'react'
import { inputFacts, type FieldFacts } from '../schema.ts'

const holds = ({ items, properties = {} }: FieldFacts, name: string): boolean =>
  name in properties || [...Object.values(properties), ...(items ? [items] : [])].some((inner) => holds(inner, name))

/**
 * The field of a form at which a refusal is shown. The server names the innermost field: a company of a filter is refused as
 * `companyIds`, which is part of the field `filter`. Undefined if the form shows neither.
 */
export const refusedField = (entry: Endpoint, shown: readonly string[], refused: string): string | undefined => {
  // An error inside a list is named like devices.0.note and belongs to the field `devices`.
  const name = refused.split(/[./[]/)[0] ?? refused
  if (shown.includes(name)) return name
  const facts = inputFacts(entry)
  return shown.find((field) => holds(facts[field] ?? {}, name))
}

/** The refused parts of the field that shows the refusal: the names below it. Empty if all of it was refused. */
export const refusedParts = (shown: readonly string[], refused: string): string[] => {
  const [first = '', ...rest] = refused.split(/[./[]/)
  return shown.includes(first) ? rest : [first, ...rest]
}

/** The parts of fields that were refused in the last attempt to save: a field with several controls marks only those. */
export const RefusedParts = createContext<readonly string[]>([])

import { follows, tidyText, type Endpoint } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { sharedTexts } from '../../i18n/i18n.ts'
import { inputFacts, isRequired, labelOf, type FieldFacts } from '../schema.ts'

const filled = (text: string, limit: number): string => text.replace('{{limit}}', String(limit))

const numberProblem = (value: number, { minimum, maximum }: FieldFacts): string | undefined => {
  const { rules } = sharedTexts()
  if (minimum !== undefined && value < minimum) return filled(rules.minimum, minimum)
  if (maximum !== undefined && value > maximum) return filled(rules.maximum, maximum)
  return undefined
}

/** The first number in a list or object that is missing or out of bounds, with its position: `2: at most 100`. */
const problemWithin = (value: unknown, facts: FieldFacts): string | undefined => {
  if (typeof value === 'number') return numberProblem(value, facts)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [place, inner] of Object.entries(value)) {
    const isList = Array.isArray(value)
    const problem =
      isList && inner === null
        ? sharedTexts().rules.required
        : problemWithin(inner, (isList ? facts.items : facts.properties?.[place]) ?? {})
    if (problem !== undefined) return `${isList ? Number(place) + 1 : labelOf(place)}: ${problem}`
  }
  return undefined
}

/** The error of a value according to its schema, as text. Undefined if there is none. */
export const problemOf = (value: unknown, facts: FieldFacts, required: boolean): string | undefined => {
  const { rules } = sharedTexts()
  // As the server judges it: a number with spaces and brackets is a phone number.
  const text = typeof value === 'string' ? (facts.rule ? tidyText(value, facts) : value.trim()) : value
  if (text === undefined || text === null || text === '') return required ? rules.required : undefined
  if (typeof text === 'string') {
    if (facts.rule && !follows(facts.rule, text)) return (rules as Readonly<Record<string, string>>)[facts.rule] ?? rules.pattern
    if (facts.minLength !== undefined && text.length < facts.minLength) return filled(rules.minLength, facts.minLength)
    if (facts.maxLength !== undefined && text.length > facts.maxLength) return filled(rules.maxLength, facts.maxLength)
  }
  if (Array.isArray(text)) {
    if (required && text.length === 0 && (facts.minItems ?? 0) > 0) return rules.required
    if (facts.minItems !== undefined && text.length < facts.minItems) return filled(rules.minItems, facts.minItems)
    if (facts.maxItems !== undefined && text.length > facts.maxItems) return filled(rules.maxItems, facts.maxItems)
  }
  return problemWithin(text, facts)
}

/**
 * The rules of one field from the endpoint's input, so that no rule of the contract is repeated.
 * @param empty what to say instead of “required”
 * @param needed it is required because of other fields
 */
export const rulesOf = (entry: Endpoint, field: string, empty?: string, needed = false): FormRule[] => {
  const facts = inputFacts(entry)[field]
  if (!facts) return []
  const required = needed || isRequired(entry, field)
  return [
    {
      required,
      validator: (_rule, value: unknown) => {
        const problem = problemOf(value, facts, required)
        const said = problem === sharedTexts().rules.required ? (empty ?? problem) : problem
        return said === undefined ? Promise.resolve() : Promise.reject(new Error(said))
      },
    },
  ]
}

/** Form values as the call expects them: trimmed, without empty ones. */
export const inputOf = (values: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      const text = typeof value === 'string' ? value.trim() : value
      return text === undefined || text === null || text === '' ? [] : [[field, text]]
    }),
  )

/** A row's values as initial values of a form: null means not set. */
export const withoutNulls = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

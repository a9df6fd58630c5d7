import { sharedTexts } from '../i18n/i18n.ts'
import type { Endpoint, EnumName, OutputOf, RuleName, TSchema } from '@emberwatch/contract'
import type { ConsoleTexts } from '@emberwatch/contract/texts/zh'

/** What the kits read from a field's schema in the contract, so that no page repeats it. */
export interface FieldFacts {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly enumeration?: EnumName
  readonly rule?: RuleName
  /** The same in the other language: one of the two is enough. */
  readonly either?: string
  readonly pattern?: string
  readonly ref?: string
  readonly nullable?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: FieldFacts
  readonly properties?: Readonly<Record<string, FieldFacts>>
  readonly required?: readonly string[]
}

export const factsOf = (schema: TSchema): FieldFacts => schema as FieldFacts

/** A row of a page endpoint's output. */
export type RowOf<E> = OutputOf<E> extends { list: (infer R)[] } ? R : never

/** An endpoint that returns the choices of a drop-down. */
export interface Choice {
  readonly value: string | number
  readonly label: string
  /** Why the choice is disabled. */
  readonly off?: string | null
}

export type FieldName = keyof ConsoleTexts['fields']

/** Facts about the rows that a page endpoint returns. */
export const rowFacts = (entry: Endpoint): Readonly<Record<string, FieldFacts>> =>
  factsOf(entry.output).properties?.['list']?.items?.properties ?? {}

/** Facts about the fields that a call takes. */
export const inputFacts = (entry: Endpoint): Readonly<Record<string, FieldFacts>> => factsOf(entry.input).properties ?? {}

export const isRequired = (entry: Endpoint, field: string): boolean => factsOf(entry.input).required?.includes(field) ?? false

/** Columns that a page endpoint can sort by. */
export const sortableFields = (entry: Endpoint): readonly string[] => inputFacts(entry)['sort']?.enum ?? []

/** Label of a field that is only known at run time. A field without a text shows its own name, which a test would catch. */
export const labelOf = (field: string): string => (sharedTexts().fields as Readonly<Record<string, string>>)[field] ?? field

/** Text from the URL as the value type of the contract. */
export const decode = (facts: FieldFacts | undefined, text: string): unknown => {
  if (facts?.type === 'integer' || facts?.type === 'number') return Number(text)
  if (facts?.type === 'boolean') return text === 'true'
  return text
}

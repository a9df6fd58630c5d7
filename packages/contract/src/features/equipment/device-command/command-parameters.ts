import { oneOf, optional, text, Type, type Static } from '../../../kernel/schema.ts'

const number = () => Type.Number({ minimum: -1e12, maximum: 1e12 })

/** One parameter of a command, as the model defines it. */
export const commandParameter = Type.Object(
  {
    /** Name on the wire. */
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z][A-Za-z0-9_]*$' }),
    /** Label for people; defaults to the name. */
    label: optional(text(40)),
    type: oneOf('commandParameterType'),
    unit: optional(text(20)),
    minimum: optional(number()),
    maximum: optional(number()),
    /** Values of a choice. A frame encodes each by its index in this list. */
    choices: optional(Type.Array(text(40), { minItems: 1, maxItems: 30, uniqueItems: true })),
    default: optional(text(200)),
    required: optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type CommandParameter = Static<typeof commandParameter>

/** A value as a form sends it: text, whatever the parameter's type. */
export const givenParameter = Type.Object({ name: text(40), value: text(1_000, 0) }, { additionalProperties: false })
export type GivenParameter = Static<typeof givenParameter>

export type ParameterValue = string | number | boolean

/** The rule of the texts that the value breaks. */
export type ParameterRule = 'required' | 'type' | 'minimum' | 'maximum' | 'enum' | 'unknown'
export interface ParameterProblem {
  readonly name: string
  readonly rule: ParameterRule
  readonly limit?: number
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

/** Converts a text by the parameter's type, or returns the rule that it breaks. */
export const readParameter = (
  parameter: CommandParameter,
  given: string,
): { readonly value: ParameterValue } | { readonly rule: ParameterRule; readonly limit?: number } => {
  const word = given.trim()
  const { type, minimum, maximum, choices = [] } = parameter
  if (type === 'text') return { value: word }
  if (type === 'choice') return choices.includes(word) ? { value: word } : { rule: 'enum' }
  if (type === 'boolean') {
    const value = truths[word.toLowerCase()]
    return value === undefined ? { rule: 'type' } : { value }
  }
  const value = word === '' ? Number.NaN : Number(word)
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isSafeInteger(value))) return { rule: 'type' }
  if (minimum !== undefined && value < minimum) return { rule: 'minimum', limit: minimum }
  if (maximum !== undefined && value > maximum) return { rule: 'maximum', limit: maximum }
  return { value }
}

/** The values of a command from a person's input, with defaults filled in, and the problems found. */
export const readParameters = (
  parameters: readonly CommandParameter[],
  given: readonly GivenParameter[],
): { readonly values: Readonly<Record<string, ParameterValue>>; readonly problems: readonly ParameterProblem[] } => {
  const known = new Set(parameters.map(({ name }) => name))
  const problems: ParameterProblem[] = given.filter(({ name }) => !known.has(name)).map(({ name }) => ({ name, rule: 'unknown' }))
  const values: Record<string, ParameterValue> = {}
  for (const parameter of parameters) {
    const { name } = parameter
    const word = given.find((each) => each.name === name)?.value.trim() || parameter.default || ''
    if (word === '') {
      if (parameter.required) problems.push({ name, rule: 'required' })
      continue
    }
    const read = readParameter(parameter, word)
    if ('value' in read) values[name] = read.value
    else problems.push({ name, ...read })
  }
  return { values, problems }
}

/** The problem of the definitions themselves, as a rule of the texts. */
export type DefinitionRule = 'parameterNames' | 'parameterRange' | 'parameterChoices' | 'parameterDefault'

export const problemOfDefinitions = (parameters: readonly CommandParameter[]): DefinitionRule | undefined => {
  if (new Set(parameters.map(({ name }) => name.toLowerCase())).size < parameters.length) return 'parameterNames'
  for (const parameter of parameters) {
    const { type, minimum, maximum, choices, default: preset } = parameter
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) return 'parameterRange'
    if (type === 'choice' && (choices ?? []).length === 0) return 'parameterChoices'
    if (preset !== undefined && !('value' in readParameter(parameter, preset))) return 'parameterDefault'
  }
  return undefined
}

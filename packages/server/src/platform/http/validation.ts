import { AjvCompiler } from '@fastify/ajv-compiler'
import type { FieldProblem, Language, TSchema } from '@emberwatch/contract'
import type { FastifySchemaValidationError } from 'fastify'
import { fieldName, translate } from '../i18n.ts'

interface SchemaNode {
  readonly type?: string
  readonly rule?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

/** How every input is validated, whatever brought it. */
export const ajvOptions = {
  coerceTypes: 'array',
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  verbose: true,
  strict: false,
} as const

/**
 * The check that the HTTP server applies to an input, for inputs that come another way (rows of an import). It converts what came as text in place, and
 * answers what is wrong, for `problemsOf`.
 */
export const inputCheck = (schema: TSchema): ((input: unknown) => readonly FastifySchemaValidationError[]) => {
  const validate = AjvCompiler()({}, { customOptions: { ...ajvOptions } })({ schema, method: 'POST', url: '/', httpPart: 'body' })
  return (input) => {
    const result = validate(input)
    return result === true ? [] : ((validate as { errors?: readonly FastifySchemaValidationError[] | null }).errors ?? [])
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares a form for validation: texts are trimmed, blank fields count as left out (an empty form field says nothing), and an array that came as
 * JSON text is parsed. Nested JSON keeps its shape.
 */
export const tidyInput = (raw: unknown, schema: TSchema): Record<string, unknown> => {
  const properties = (schema as SchemaNode).properties ?? {}
  const source = isObject(raw) ? raw : {}
  const tidy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(source)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    const cleaned = clean(value)
    if (cleaned === undefined) continue
    tidy[name] = properties[name]?.type === 'array' ? asArray(cleaned) : cleaned
  }
  return tidy
}

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') {
    // The database takes neither a NUL nor half a character.
    const trimmed = value.replaceAll('\0', '').toWellFormed().trim()
    return trimmed === '' ? undefined : trimmed
  }
  if (Array.isArray(value)) return value.map(clean).filter((each) => each !== undefined)
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (clean(each) === undefined ? [] : [[key, clean(each)]])),
    )
  return value === null ? undefined : value
}

const asArray = (value: unknown): unknown => {
  if (typeof value === 'string' && value.startsWith('[')) {
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  // A form's `devices[0][deviceId]=…` beyond the parser's array limit arrives as an object with numeric keys.
  if (isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value)
  return value
}

/** The problems of an input by field, each once, in the caller's language. */
export const problemsOf = (
  errors: readonly FastifySchemaValidationError[],
  locale: Language,
  nameOf = (field: string): string => fieldName(locale, field),
): FieldProblem[] => {
  const problems = new Map<string, FieldProblem>()
  for (const error of errors) {
    const params = error.params as Record<string, unknown>
    const parts = error.instancePath.split('/').filter(Boolean)
    const missing = params['missingProperty'] ?? params['additionalProperty']
    if (typeof missing === 'string') parts.push(missing)
    const field = parts.filter((part) => !/^\d+$/.test(part)).at(-1) ?? ''
    if (problems.has(field)) continue
    const rule = ruleOf(error)
    const limit = params['limit']
    const reason = translate(locale, `rules.${rule}`, limit === undefined ? {} : { limit: Number(limit) })
    problems.set(field, {
      field,
      rule,
      msg: locale === 'zh' ? `${nameOf(field)}${reason}` : `${nameOf(field)}: ${reason}`,
    })
  }
  return [...problems.values()]
}

const ruleOf = (error: FastifySchemaValidationError): string => {
  const parent = (error as { parentSchema?: SchemaNode }).parentSchema
  switch (error.keyword) {
    case 'pattern':
      return parent?.rule ?? 'pattern'
    case 'required':
      return 'required'
    case 'additionalProperties':
      return 'unknown'
    case 'format':
      return 'type'
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'minItems':
    case 'maxItems':
    case 'uniqueItems':
    case 'enum':
      return error.keyword
    default:
      return 'type'
  }
}

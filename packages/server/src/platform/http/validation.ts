import { AjvCompiler } from '@fastify/ajv-compiler'
import {
  DomainError,
  withoutDirection,
  hasDirectionMarks,
  isNameField,
  limits,
  tidyText,
  type FieldProblem,
  type Language,
  type TSchema,
} from '@emberwatch/contract'
import type { FastifySchemaValidationError } from 'fastify'
import { fieldName, translate } from '../i18n.ts'
import { assertDepth, isReserved, parseJson } from './body-parsers.ts'

interface SchemaNode {
  readonly type?: string
  readonly rule?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly additionalProperties?: boolean
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

/** How every input is validated, wherever it comes from. */
export const ajvOptions = {
  coerceTypes: 'array',
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  verbose: true,
  strict: false,
} as const

/** The HTTP server's input check for inputs from elsewhere (rows of an import). Converts texts in place, and returns the errors for `problemsOf`. */
export const inputCheck = (schema: TSchema): ((input: unknown) => readonly FastifySchemaValidationError[]) => {
  const validate = AjvCompiler()({}, { customOptions: { ...ajvOptions } })({ schema, method: 'POST', url: '/', httpPart: 'body' })
  return (input) => {
    const result = validate(input)
    return result === true ? [] : ((validate as { errors?: readonly FastifySchemaValidationError[] | null }).errors ?? [])
  }
}

/** An error found before schema validation, in the same shape as schema errors. */
export type Refusal = Pick<FastifySchemaValidationError, 'keyword' | 'instancePath' | 'params'>

/** An input ready for schema validation, and the errors found so far. */
export interface NormalizedInput {
  readonly input: Record<string, unknown>
  readonly refused: readonly Refusal[]
}

/** More problems help nobody, and a hostile input can have any number of them. */
const maxProblems = 20
const maxNameLength = 60

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the database can store a text: no NUL and no lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** A cleaned text. What direction marks hide in a name is refused; in a search, it is found all the same. */
const normalizeText = (value: string, node: SchemaNode | undefined, place: Place): string | undefined => {
  const field = place.path.split('/').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (!isNameField(field, node ?? {}) || !hasDirectionMarks(value)) return tidyText(value, node, field)
  return place.searching ? withoutDirection(tidyText(value, node, field)) : refuse(place, 'direction')
}

/**
 * Normalizes an input for validation: cleans texts (contract: clean-text.ts), treats blank fields as left out (an empty form field means nothing), and
 * parses arrays that came as JSON text. Blank entries of a list are left out, but a list of nothing else is refused. Unknown and reserved names, arrays that are too long and texts that cannot be stored are
 * rejected here, at every level and for every kind of body. So the cost of validation is bounded by the schema.
 * @throws DomainError tooDeep
 */
export const normalizeInput = (raw: unknown, schema: TSchema): NormalizedInput => {
  const refused: Refusal[] = []
  const node = schema as SchemaNode
  const place = { refused, path: '', depth: 1, searching: node.properties?.['keyword'] !== undefined }
  return { input: normalizeObject(isObject(raw) ? raw : {}, node, place), refused }
}

interface Place {
  readonly refused: Refusal[]
  readonly path: string
  readonly depth: number
  /** An input of a list, which finds rows and stores nothing. */
  readonly searching: boolean
}

const below = ({ refused, path, depth, searching }: Place, name: string | number): Place => {
  assertDepth(depth + 1)
  return { refused, path: `${path}/${name}`, depth: depth + 1, searching }
}

const refuse = ({ refused, path }: Place, keyword: string, params: Refusal['params'] = {}): undefined => {
  refused.push({ keyword, instancePath: path, params })
}

const normalizeObject = (value: Record<string, unknown>, node: SchemaNode | undefined, place: Place): Record<string, unknown> => {
  const tidy: Record<string, unknown> = {}
  for (const key in value) {
    if (place.refused.length >= maxProblems) break
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    const known = Object.hasOwn(node?.properties ?? {}, name)
    if (isReserved(name) || (!known && node?.additionalProperties === false))
      refuse(place, 'additionalProperties', { additionalProperty: name })
    else if (!isStorable(name)) refuse(place, 'characters', { additionalProperty: name })
    else {
      const each = normalizeValue(value[key], known ? node?.properties?.[name] : undefined, below(place, name))
      if (each !== undefined) tidy[name] = each
    }
  }
  return tidy
}

const normalizeValue = (value: unknown, node: SchemaNode | undefined, place: Place): unknown => {
  if (typeof value === 'string') {
    if (!isStorable(value)) return refuse(place, 'characters')
    if (node?.type === 'array') {
      const list = value.trim()
      if (list.startsWith('[')) return normalizeValue(jsonArray(list), node, place)
    }
    return normalizeText(value, node?.type === 'array' ? node.items : node, place) || undefined
  }
  if (Array.isArray(value)) return normalizeArray(value, node, place)
  if (isObject(value)) {
    // A form's `devices[0][deviceId]=…` beyond the parser's array limit arrives as an object with numeric keys.
    const keys = node?.type === 'array' ? Object.keys(value) : []
    if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return normalizeArray(Object.values(value), node, place)
    return normalizeObject(value, node, place)
  }
  return value === null ? undefined : value
}

const normalizeArray = (values: readonly unknown[], node: SchemaNode | undefined, place: Place): unknown => {
  const limit = node?.maxItems ?? limits.rowsAtOnce
  if (values.length > limit) return refuse(place, 'maxItems', { limit })
  const filled = values.flatMap((each, index) => {
    if (place.refused.length >= maxProblems) return []
    const tidy = normalizeValue(each, node?.items, below(place, index))
    return tidy === undefined ? [] : [tidy]
  })
  // An empty list often means “all”: an allow-list of nothing but blanks must not become one that allows everything.
  if (!place.searching && values.length > 0 && filled.length === 0 && place.refused.length === 0)
    return refuse(place, 'minItems', { limit: 1 })
  return filled
}

/** Parses a form field that holds an array as JSON. Anything else stays text, for the schema to reject. */
const jsonArray = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'tooDeep') throw error
    return [text]
  }
}

/** The problems of an input, at most one per field and twenty in total, in the caller's language. */
export const problemsOf = (
  errors: readonly Refusal[],
  locale: Language,
  nameOf = (field: string): string => fieldName(locale, field),
): FieldProblem[] => {
  const problems = new Map<string, FieldProblem>()
  for (const error of errors) {
    if (problems.size === maxProblems) break
    const params = error.params as Record<string, unknown>
    const parts = error.instancePath.split('/').filter(Boolean)
    const missing = params['missingProperty'] ?? params['additionalProperty']
    const named = typeof missing === 'string' ? missing : (parts.findLast((part) => !/^\d+$/.test(part)) ?? '')
    const field = named.slice(0, maxNameLength).replaceAll('\0', '').toWellFormed()
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

const ruleOf = (error: Refusal): string => {
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
    case 'characters':
    case 'direction':
      return error.keyword
    default:
      return 'type'
  }
}

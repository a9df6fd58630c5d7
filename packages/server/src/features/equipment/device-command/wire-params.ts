import { readParameters, type CommandParameter, type EnumValue, type ParameterValue } from '@emberwatch/contract'
import { decodeFrame, encodeFrame, parseFrame } from '@emberwatch/device-link'

/** How a command's values are transmitted: by name, or packed into bytes. */
export interface CommandForm {
  readonly encoding: EnumValue<'commandEncoding'>
  readonly frame?: string | null | undefined
  readonly parameters: readonly CommandParameter[]
}

export type Values = Readonly<Record<string, ParameterValue>>

/** The number that represents a value in a frame. Undefined for a value without one. */
const numberOf = ({ type, choices = [] }: CommandParameter, value: ParameterValue): number | undefined => {
  if (typeof value === 'boolean') return Number(value)
  if (type === 'choice') return choices.indexOf(String(value))
  return typeof value === 'number' ? value : undefined
}

/** What a person would have entered for a number in a frame. */
const wordOf = ({ type, choices = [] }: CommandParameter, value: number): string => {
  if (type === 'choice') return choices[value] ?? ''
  if (type === 'boolean') return value === 0 ? 'false' : value === 1 ? 'true' : ''
  return String(value)
}

/** Whether a frame template is valid, and each of its placeholders is a parameter that has a number. */
export const isFrameOf = (frame: string, parameters: readonly CommandParameter[]): boolean => {
  const numbered = new Set(parameters.filter(({ type }) => type !== 'text' && type !== 'number').map(({ name }) => name))
  return parseFrame(frame)?.every((part) => 'bytes' in part || numbered.has(part.name)) ?? false
}

/** The params of the message to the gateway. Undefined if the values do not fit the frame. */
export const wireParams = ({ encoding, frame, parameters }: CommandForm, values: Values): Values | undefined => {
  if (encoding === 'json') return values
  const numbers = Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = values[parameter.name]
      const number = value === undefined ? undefined : numberOf(parameter, value)
      return number === undefined ? [] : [[parameter.name, number]]
    }),
  )
  const bytes = encodeFrame(parseFrame(frame ?? '') ?? [], numbers)
  return bytes === undefined ? undefined : { frame: bytes }
}

const objectIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const { params } = read as { params?: unknown }
    return (typeof params === 'object' && params !== null ? params : read) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** The values in a sample: the bytes of a frame, or the JSON of the params or of the whole message. Undefined if it does not fit. */
export const readSample = (form: CommandForm, sample: string): Values | undefined => {
  const { encoding, frame, parameters } = form
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const found = encoding === 'json' ? objectIn(sample) : decodeFrame(parseFrame(frame ?? '') ?? [], sample)
  if (found === undefined) return undefined
  const given = Object.entries(found).map(([name, value]) => {
    const parameter = known.get(name)
    return { name, value: encoding === 'hex' && parameter ? wordOf(parameter, Number(value)) : String(value) }
  })
  const { values, problems } = readParameters(parameters, given)
  return problems.length === 0 ? values : undefined
}

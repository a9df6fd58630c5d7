import type { ReceivedReport } from '../report-fields.ts'
import { storableText } from '../json.ts'
import { readTime } from './frame.ts'
import {
  analogTypes,
  componentBits,
  contentTypes,
  fireAlarmSystem,
  gb26875,
  manualBit,
  normalBit,
  systemBits,
  systemOperations,
  transmitterBits,
  transmitterOperations,
  userTypes,
  type StateBit,
} from './terms.ts'

/** What a frame says. */
export interface Gb26875Content {
  readonly reports: ReceivedReport[]
  /** How many objects could not be read. */
  unreadable: number
  /** The content ended too early, so that objects may be missing. */
  cut: boolean
}

type Values = NonNullable<ReceivedReport['values']>
type ReadObject = (reader: Reader) => ReceivedReport[]

const textBytes = 31
const timeBytes = 6

/** Reads fields one after the other. Throws at the end of the content. */
class Reader {
  readonly #bytes: Buffer
  #place = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#bytes.length - this.#place
  }

  /** Whether nothing but zeros was taken since so much was left. */
  tookZeros(left: number): boolean {
    return this.#bytes.subarray(this.#bytes.length - left, this.#place).every((byte) => byte === 0)
  }

  /** Only zeros follow: some senders fill up. */
  get isPadding(): boolean {
    return this.#bytes.subarray(this.#place).every((byte) => byte === 0)
  }

  take(count: number): Buffer {
    if (count > this.left) throw new RangeError('content ends too early')
    this.#place += count
    return this.#bytes.subarray(this.#place - count, this.#place)
  }

  byte(): number {
    return this.take(1).readUInt8()
  }

  word(): number {
    return this.take(2).readUInt16LE()
  }

  /** GB 18030, filled up with zeros or blanks. */
  text(count: number): string {
    const bytes = this.take(count)
    const end = bytes.indexOf(0)
    return storableText(gb18030.decode(end < 0 ? bytes : bytes.subarray(0, end)), count).trim()
  }

  time(): { time?: string } {
    const time = readTime(this.take(timeBytes))
    return time === undefined ? {} : { time }
  }
}

const gb18030 = new TextDecoder('gb18030')

/**
 * Reads the content of a frame (8.2) as reports of devices: `<system>` for a system, `<system>-<loop>-<point>` for a component (the high
 * and the low half of its address), with `t<type>-` before it if the system is no fire alarm system (type 1); none for the transmitter itself.
 * Codes: `system/<type>/<state>`, `component/<type>/<state>`,
 * `transmitter/<state>`, each with `restore:` when a lasting state is over; `operation/<what>`, `analog`, `configuration`, `version`,
 * `time`; `type/<n>` for what the standard reserves and `user/<n>` for what makers define. A test bit is kept as the value `test` and hides
 * nothing. Never throws.
 */
export const readGb26875Content = (content: Uint8Array): Gb26875Content => {
  const found: Gb26875Content = { reports: [], unreadable: 0, cut: false }
  if (content.length === 0) return found
  const [type = 0, count = 0] = content
  const read = readers[type]
  if (read === undefined) {
    const isUser = type >= userTypes.first && type <= userTypes.last
    const values = { content: Buffer.from(content).toString('hex') }
    return { ...found, reports: [{ code: `${isUser ? 'user' : 'type'}/${type}`, format: gb26875, values }] }
  }
  const reader = new Reader(content.subarray(2))
  const expected = single.has(type) ? 1 : count
  let objects = 0
  // A number of objects that is too small hides none: whatever stands there is read.
  while (reader.left > 0 && !(objects >= expected && reader.isPadding)) {
    try {
      const { left } = reader
      const reports = read(reader)
      // Also where the number of objects counts what fills up: that ends nothing.
      if (!(named.has(type) && reader.tookZeros(left))) found.reports.push(...reports)
      objects++
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      found.cut = true
      break
    }
  }
  found.cut ||= objects < expected
  if (found.cut) found.unreadable++
  return found
}

const report = (code: string, device: string | null, values: Values, time: { time?: string } = {}): ReceivedReport => ({
  device,
  code,
  format: gb26875,
  ...time,
  ...(Object.keys(values).length === 0 ? {} : { values }),
})

const isSet = (state: number, bit: number): boolean => (state & (1 << bit)) !== 0

/** One report for each lasting state, begun or over, and for each passing one that has begun. */
const stateReports = (
  kind: string,
  bits: readonly StateBit[],
  state: number,
  device: string | null,
  values: Values,
  time: { time?: string },
): ReceivedReport[] => {
  const said: Values = isSet(state, normalBit) ? values : { ...values, test: true }
  return bits
    .filter(({ bit, restores }) => restores || isSet(state, bit))
    .map(({ bit, name }) => report(isSet(state, bit) ? `${kind}/${name}` : `restore:${kind}/${name}`, device, said, time))
}

/** Systems of two types may have the same number. */
const systemOf = (reader: Reader): { device: string; systemType: number } => {
  const systemType = reader.byte()
  const system = reader.byte()
  return { device: systemType === fireAlarmSystem ? `${system}` : `t${systemType}-${system}`, systemType }
}

const componentOf = (reader: Reader): { device: string; type: number; systemType: number } => {
  const { device, systemType } = systemOf(reader)
  const type = reader.byte()
  const point = reader.word()
  const loop = reader.word()
  return { device: `${device}-${loop}-${point}`, type, systemType }
}

const operationReports = (
  names: readonly string[],
  kind: string,
  flags: number,
  device: string | null,
  values: Values,
  time: { time?: string },
): ReceivedReport[] => {
  const done = names.filter((_name, bit) => isSet(flags, bit))
  return (done.length === 0 ? ['none'] : done).map((name) => report(`${kind}/${name}`, device, values, time))
}

const readSystemState: ReadObject = (reader) => {
  const { device, systemType } = systemOf(reader)
  const state = reader.word()
  const mode: Values = isSet(state, manualBit) ? { manual: true } : {}
  return stateReports(`system/${systemType}`, systemBits, state, device, { state, ...mode }, reader.time())
}

const readComponentState: ReadObject = (reader) => {
  const { device, type, systemType } = componentOf(reader)
  const state = reader.word()
  const text = reader.text(textBytes)
  const values: Values = { state, systemType, ...(text === '' ? {} : { text }) }
  return stateReports(`component/${type}`, componentBits, state, device, values, reader.time())
}

const readAnalog: ReadObject = (reader) => {
  const { device, type, systemType } = componentOf(reader)
  const quantity = reader.byte()
  const count = reader.take(2).readInt16LE()
  const { name, step, unit } = analogTypes[quantity] ?? { name: `analog${quantity}`, step: 1, unit: '' }
  // 14 × 0.1 is 1.4, not 1.4000000000000001.
  const value = Number((count * step).toFixed(2))
  const values: Values = { [name]: value, ...(unit === '' ? {} : { unit }), componentType: type, systemType }
  return [report('analog', device, values, reader.time())]
}

const readers: Readonly<Record<number, ReadObject>> = {
  [contentTypes.systemState]: readSystemState,
  [contentTypes.componentState]: readComponentState,
  [contentTypes.analog]: readAnalog,
  [contentTypes.systemOperation]: (reader) => {
    const { device, systemType } = systemOf(reader)
    const flags = reader.byte()
    const operator = reader.byte()
    return operationReports(systemOperations, 'operation', flags, device, { systemType, operator }, reader.time())
  },
  [contentTypes.systemVersion]: (reader) => {
    const { device, systemType } = systemOf(reader)
    return [report('version', device, { systemType, version: `${reader.byte()}.${reader.byte()}` })]
  },
  [contentTypes.systemConfiguration]: (reader) => {
    const { device, systemType } = systemOf(reader)
    return [report('configuration', device, { systemType, text: reader.text(reader.byte()) })]
  },
  [contentTypes.componentConfiguration]: (reader) => {
    const { device, type, systemType } = componentOf(reader)
    return [report('configuration', device, { systemType, componentType: type, text: reader.text(textBytes) })]
  },
  [contentTypes.systemTime]: (reader) => {
    const { device, systemType } = systemOf(reader)
    return [report('time', device, { systemType }, reader.time())]
  },
  [contentTypes.transmitterState]: (reader) => {
    const state = reader.byte()
    return stateReports('transmitter', transmitterBits, state, null, { state }, reader.time())
  },
  [contentTypes.transmitterOperation]: (reader) => {
    const flags = reader.byte()
    const operator = reader.byte()
    return operationReports(transmitterOperations, 'transmitterOperation', flags, null, { operator }, reader.time())
  },
  [contentTypes.transmitterVersion]: (reader) => [report('version', null, { version: `${reader.byte()}.${reader.byte()}` })],
  [contentTypes.transmitterConfiguration]: (reader) => [report('configuration', null, { text: reader.text(reader.byte()) })],
  [contentTypes.transmitterTime]: (reader) => [report('time', null, {}, reader.time())],
}

/** Types whose objects name a system and say what is over: one of nothing but zeros names none. */
const named: ReadonlySet<number> = new Set([contentTypes.systemState, contentTypes.componentState])

/** Types of which a frame carries one object (table 4). */
const single: ReadonlySet<number> = new Set([
  contentTypes.systemVersion,
  contentTypes.systemTime,
  contentTypes.transmitterState,
  contentTypes.transmitterVersion,
  contentTypes.transmitterConfiguration,
  contentTypes.transmitterTime,
])

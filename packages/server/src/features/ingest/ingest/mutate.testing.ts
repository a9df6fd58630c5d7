import type { Random } from '@emberwatch/simulator'

type Fields = Record<string, unknown>

/** Stands for a field that is left out. */
const absent = Symbol('absent')

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
const rubbish: readonly unknown[] = [
  absent,
  null,
  '',
  0,
  -1,
  1.5,
  2 ** 53,
  true,
  {},
  [],
  'x'.repeat(300),
  { a: { b: [1] } },
  deep(40),
]
const strange: readonly string[] = ['\0', '\ud800', '烟'.repeat(70), '  ', '\u202e', '"', '\\', '\n', '1970-13-45']
const neighbours: readonly unknown[] = [
  null,
  {},
  [],
  5,
  true,
  { device: 'SD1' },
  { code: '' },
  { code: {} },
  { device: 'SD1', code: 'telemetry', format: 'EW' },
  { code: '3110', format: 'CID', device: 'nobody' },
]

interface Fire {
  device: string
  code: string
  format: string
}

/** The bytes of a message with one fire in it. Everything around the fire is randomly mutated, often several things at once. */
export const mutatedFire = (random: Random, fire: Fire): Buffer => {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const sometimes = (share: number) => random() < share
  const anything = () => (sometimes(0.7) ? pick(rubbish) : pick(strange))
  const { device, code, format } = fire

  const report: Fields = { device, code, format, time: new Date().toISOString(), values: { battery: 80 } }
  if (sometimes(0.3)) report['device'] = anything()
  if (sometimes(0.3))
    report['format'] = sometimes(0.5) ? pick([format.toLowerCase(), ` ${format} `, 'XYZ', 'EW', 'CID']) : anything()
  if (sometimes(0.3)) report['time'] = anything()
  if (sometimes(0.3))
    report['values'] = sometimes(0.5) ? { ['__proto__']: 1, level: anything(), [pick(strange)]: anything() } : anything()
  if (sometimes(0.3)) report['code'] = pick([Number(code) || code, ` ${code}`, code.toUpperCase(), `${code}\n`])
  if (sometimes(0.2)) report[pick(['zone', 'Code ', 'constructor', 'values2'])] = anything()
  const around = (): unknown[] =>
    sometimes(0.3) ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(neighbours)) : []
  const list = [...around(), present(report), ...around()]

  const message: Fields = { boot: 'k3v9', seq: Math.floor(random() * 50), time: new Date().toISOString(), reports: list }
  if (sometimes(0.4)) message['seq'] = anything()
  if (sometimes(0.4)) message['boot'] = anything()
  if (sometimes(0.3)) message['time'] = anything()
  if (sometimes(0.2)) message[pick(['extra', 'Reports', 'code', '__proto__'])] = anything()
  const sent = present(message)
  const shapes = [present(report), list, { ...sent, reports: present(report) }, { data: sent }]
  return garbled(JSON.stringify(sometimes(0.8) ? sent : pick(shapes)), random)
}

const present = (fields: Fields): Fields => {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent))
}

/** The text as bytes, sometimes garbled in ways that devices garble it. */
const garbled = (text: string, random: Random): Buffer => {
  const at = Math.floor(random() * text.length)
  const kind = Math.floor(random() * 16)
  if (kind === 0) return Buffer.from(`\uFEFF${text}`)
  if (kind === 1) return Buffer.from(`${text}\0\0`)
  if (kind === 2) return Buffer.from(` \r\n\0${text}\n`)
  if (kind === 3) return Buffer.from(text.replace('"code":"1', '"code":"\\u0031'))
  if (kind === 4) return Buffer.from(text.replace('"seq"', '"seq":1,"seq"').replace('"code"', '"code":"x","code"'))
  if (kind === 5) return Buffer.from(text.slice(0, -1) + ',"pad":"' + 'p'.repeat(Math.floor(random() * 2000)) + '"}')
  const bytes = Buffer.from(text)
  if (kind === 6) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  if (kind === 7) return Buffer.from(text.slice(0, at) + text.slice(at + 1))
  if (kind === 8) return Buffer.from(text.slice(0, at) + String.fromCharCode(Math.floor(random() * 128)) + text.slice(at))
  return bytes
}

/** A message with a fire, with one of the flaws that devices make in their JSON, and whether its end is missing. */
export const flawedFire = (random: Random, { device, code, format }: Fire): { payload: Buffer; cut: boolean } => {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const value = pick([...flaws, '21.5'])
  const report = `{"device":"${device}","format":"${format}","code":"${code}","values":{"level":${value},"battery":80}}`
  const neighbour = `{"device":"SD1","code":"telemetry","format":"EW","values":{"humidity":${pick(flaws)}}}`
  const list = pick([[report], [neighbour, report], [report, neighbour]]).join(pick([',', ',', ' ', ',,', ', /* next */ ']))
  const message = `{"boot":"k3v9","seq":${Math.floor(random() * 1e9)},"time":"2026-11-27T08:40:00Z","reports":[${list}${pick(['', ','])}]}`
  const kind = Math.floor(random() * 12)
  if (kind === 0) return { payload: Buffer.from(message.slice(0, Math.floor(random() * message.length))), cut: true }
  return { payload: rewritten(message, kind, pick), cut: false }
}

/** Values that are not JSON. */
const flaws = [
  'nan',
  'NaN',
  '-nan',
  'inf',
  '-Infinity',
  '',
  '007',
  '+71.2',
  '-.5',
  '5.',
  '0x1F',
  '1e400',
  'True',
  'None',
  'undefined',
  'off',
  "'a'",
].concat('"C:\\dev\\fire"', '"C:\\dev\\"', '12345678901234567890')

const rewritten = (message: string, kind: number, pick: <Item>(items: readonly Item[]) => Item): Buffer => {
  if (kind === 1) return Buffer.from(message.replaceAll('"', "'"))
  if (kind === 2) return Buffer.from(message.replaceAll(/"(\w+)":/g, '$1:'))
  if (kind === 3) return Buffer.from(`${message}${pick(['*5A', '\r\nCRC=1A2B', ' // end', '\u0003', '}', ' # end'])}`)
  if (kind === 4) return Buffer.from(`${pick(['AT+PUB=', '\u0002', '+QMTRECV: 0,0,', 'len=120 ', '\uFEFF'])}${message}`)
  if (kind === 5) return Buffer.from(`{"seq":1,"reports":[]}${pick(['', '\n', '\r\n', ','])}${message}`)
  if (kind === 6) return Buffer.from(message, 'utf16le')
  if (kind === 7) return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(message, 'utf16le').swap16()])
  // 誠 and 三层 in GBK.
  if (kind === 8)
    return withBytes(
      message,
      pick([
        [0xd5, 0x5c],
        [0xc8, 0xfd, 0xb2, 0xe3],
      ]),
    )
  return Buffer.from(message)
}

const withBytes = (message: string, bytes: number[]): Buffer => {
  const [before = '', after = ''] = message.split('"battery":80')
  return Buffer.concat([Buffer.from(`${before}"place":"`), Buffer.from(bytes), Buffer.from(`"${after}`)])
}

/** A message of any topic that carries a fire where none is expected. */
export const hiddenFire = (random: Random, fire: Fire, channel: string): Buffer => {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const own = { ...ownFields[channel], seq: Math.floor(random() * 1e9) }
  const report = { device: fire.device, format: fire.format, code: fire.code }
  let carried: unknown = pick([{ reports: [report] }, { seq: 1, reports: [report] }, [{ reports: [report] }], report])
  for (let times = Math.floor(random() * 4); times > 0; times--) {
    const text = JSON.stringify(carried)
    carried = pick<() => unknown>([
      () => text,
      () => Buffer.from(text).toString('base64'),
      () => Buffer.from(text).toString('hex'),
      () => ({ [pick(['data', 'payload', 'body'])]: carried }),
      () => [carried],
    ])()
  }
  const message = JSON.stringify({ ...own, [pick(['data', 'msg', 'payload', 'info', 'extra'])]: carried })
  return Buffer.from(random() < 0.2 ? message.replace('{', '{"humidity":nan,') : message)
}

/** What makes a message one of its channel. */
const ownFields: Readonly<Record<string, Fields>> = {
  report: {},
  heartbeat: { ip: '10.0.0.7', signal: -71 },
  'command/reply': { id: 'c1', result: 'ok', values: { level: 1 } },
  'upgrade/progress': { task: 't1', state: 'failed' },
  'upgrade/ask': { firmware: '1.2.003' },
  'upgrade/chunk/get': { task: 't1', offset: 0, length: 1 },
}

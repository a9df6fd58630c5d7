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

/** The bytes of a message with one fire in it. Everything around the fire is randomly mutated, often several things at once. */
export function mutatedFire(random: Random, fire: { device: string; code: string; format: string }): Buffer {
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

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent))
}

/** The text as bytes, sometimes garbled in ways that devices garble it. */
function garbled(text: string, random: Random): Buffer {
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

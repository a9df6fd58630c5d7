import type { Endpoint } from '@emberwatch/contract'
import type { OutgoingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import { sampleOf, type RefValues } from './sample.ts'

/** An input that nobody should send. */
export interface Shape {
  readonly name: string
  readonly body?: string | Buffer
  readonly type?: string
  readonly query?: string
  readonly headers?: OutgoingHttpHeaders
  /** The expected status; without it, any that is not a failure of ours. */
  readonly status?: number
}

const json = (value: unknown): string => JSON.stringify(value)
const nested = (depth: number, open: string, close: string, inner = '1'): string =>
  open.repeat(depth) + inner + close.repeat(depth)
const surrogate = '\\ud800'

interface Node {
  readonly type?: string
  readonly enum?: unknown
  readonly pattern?: string
  readonly properties?: Record<string, Node>
}

/** A number that most columns do not hold, as JSON: whether the field says so differs from field to field. */
const tooLarge = ['a number beyond int4', '4294967296'] as const
/** Numbers that no column holds. Each field gets one of them, because all fields refuse them in the same way. */
const impossible = [
  ['an infinite number', '1e999'],
  ['the word Infinity', '"Infinity"'],
  ['a number beyond every column', '1e300'],
] as const
const numbersAt = (index: number) => [tooLarge, impossible[index % impossible.length] ?? tooLarge]
const markup = json(`"><script>alert(1)</script>' or 1=1; -- {{constructor}} $t(errors.internal)`)

/** The sample with one field replaced, by what the database cannot store and by what does not fit the field. */
const fieldShapes = (entry: Endpoint, refs: RefValues): Shape[] => {
  const sample = sampleOf(entry.input, refs) as Record<string, unknown>
  const properties = Object.entries((entry.input as unknown as Node).properties ?? {})
  const written = (field: string, value: string): string =>
    `{${Object.entries({ ...sample, [field]: 0 })
      .map(([name, each]) => `${json(name)}:${name === field ? value : (json(each) ?? 'null')}`)
      .join()}}`
  const form = 'application/x-www-form-urlencoded'
  const numeric = properties.filter(([, { type }]) => type === 'integer' || type === 'number')
  const texts = properties.filter(([, { type }]) => type === 'string')
  const free = texts.filter(([, node]) => node.enum === undefined && node.pattern === undefined)
  const arrays = properties.filter(([, { type }]) => type === 'array')
  return [
    ...numeric.flatMap(([field], index) =>
      numbersAt(index + properties.length).map(([name, value]) => ({ name: `${field}: ${name}`, body: written(field, value) })),
    ),
    ...free.map(([field]) => ({ name: `${field}: markup`, body: written(field, markup) })),
    ...[...texts, ...arrays].map(([field]) => ({ name: `${field}: a NUL`, body: written(field, '"a\\u0000b"'), status: 422 })),
    ...texts.slice(0, 1).flatMap(([field]) => [
      { name: `${field}: half a character`, body: written(field, `"a${surrogate}b"`), status: 422 },
      { name: `${field}: a NUL in an array`, body: written(field, '["a\\u0000b"]'), status: 422 },
      { name: `${field}: an object`, body: written(field, '{"a":{"b":[{}]}}') },
      { name: `${field}: arrays in an array`, body: written(field, '[[[1]]]') },
    ]),
    ...arrays.flatMap(([field]) => [
      {
        name: `${field}: a NUL in JSON in a form`,
        type: form,
        body: `${field}=${encodeURIComponent('["a\\u0000b"]')}`,
        status: 422,
      },
      {
        name: `${field}: depth in JSON in a form`,
        type: form,
        body: `${field}=${encodeURIComponent(nested(900, '[', ']'))}`,
        status: 400,
      },
    ]),
  ]
}

const queryOf = (shape: Shape): Shape[] => {
  if (typeof shape.body !== 'string' || !shape.body.startsWith('{')) return []
  try {
    const pairs = Object.entries(JSON.parse(shape.body) as object).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, typeof each === 'object' ? json(each) : String(each)]),
    )
    // Half a surrogate pair cannot be written in a query.
    if (shape.name.includes('half')) return []
    return [{ name: shape.name, query: new URLSearchParams(pairs).toString(), ...(shape.status ? { status: shape.status } : {}) }]
  } catch {
    return []
  }
}

const makeBodyShapes = (isPublic: boolean, room: number): readonly Shape[] => {
  const flood = (one: (index: number) => string): string =>
    Array.from({ length: Math.floor(room / 14) }, (_, index) => one(index)).join(',')
  const form = 'application/x-www-form-urlencoded'
  return [
    { name: 'arrays 1,000 deep', body: nested(1_000, '[', ']'), status: 400 },
    { name: 'objects 1,000 deep', body: nested(1_000, '{"a":', '}'), status: 400 },
    { name: 'arrays 100,000 deep', body: nested(100_000, '[', ']'), status: isPublic ? 413 : 400 },
    { name: 'arrays that never end', body: '['.repeat(room), status: 400 },
    { name: 'depth below a field', body: `{"keyword":${nested(60, '{"a":', '}')}}`, status: 400 },
    { name: 'unknown fields', body: `{${flood((index) => `"k${index}":1`)}}`, status: 422 },
    { name: 'an endless name', body: `{"${'x'.repeat(room - 20)}":1}`, status: 422 },
    { name: 'a NUL in a name', body: '{"a\\u0000b":1}', status: 422 },
    { name: 'half a character in a name', body: `{"a${surrogate}":1}`, status: 422 },
    { name: '__proto__', body: '{"__proto__":{"admin":true}}', status: 422 },
    { name: 'constructor', body: '{"constructor":{"prototype":{"admin":true}}}', status: 422 },
    { name: 'many of one field', type: form, body: 'id=1&'.repeat(isPublic ? 3_000 : 4_900) },
    { name: 'names of methods', body: '{"toString":1,"hasOwnProperty":2,"valueOf":3}', status: 422 },
    { name: 'a hundred thousand ids', body: `{"ids":[${flood(String)}]}` },
    { name: 'the same name twice', body: '{"id":1,"id":2,"id":{"id":3}}' },
    { name: 'a byte order mark', body: '\uFEFF{"nothingOfTheKind":1}', status: 422 },
    { name: 'broken JSON', body: '{"id":', status: 400 },
    { name: 'broken UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
    { name: 'a text', body: '"text"' },
    { name: 'a list', body: '[1,2,3]' },
    { name: 'null', body: 'null' },
    { name: 'packed', body: gzipSync('{"id":1}'), headers: { 'content-encoding': 'gzip' }, status: 415 },
    { name: 'plain text', body: '{"id":1}', type: 'text/plain', status: 415 },
    { name: 'XML', body: '<a/>', type: 'application/xml', status: 415 },
    { name: 'no content type', body: '{"id":1}', type: '', status: 415 },
    { name: 'too much', body: `{"keyword":"${'x'.repeat(isPublic ? 17_000 : 300_000)}"}`, status: 413 },
    { name: 'a form of brackets', type: form, body: `a${'[b]'.repeat(3_000)}=1`, status: 400 },
    { name: 'a form of 10,000 fields', type: form, body: 'a=&'.repeat(isPublic ? 5_100 : 50_000), status: 413 },
    {
      name: 'a form of holes',
      type: form,
      body: Array.from({ length: 900 }, (_, index) => `a${index}[999]=1`).join('&'),
      status: 422,
    },
    { name: 'a form with broken escapes', type: form, body: 'keyword=%zz&code=%', status: 400 },
    { name: 'a form with broken UTF-8', type: form, body: 'keyword=%ff%fe', status: 400 },
    { name: 'a form with __proto__', type: form, body: '__proto__[admin]=1', status: 400 },
    { name: 'a form with an escaped __proto__', type: form, body: '%5f%5fproto%5f%5f%5badmin%5d=1', status: 400 },
  ]
}

/** As large as a body may be, and the same for all calls. */
const publicBodies = makeBodyShapes(true, 16_000)
const sessionBodies = makeBodyShapes(false, 260_000)
/** For calls on which the size is not tested. */
const smallBodies = makeBodyShapes(false, 16_000)

const queryShapes: readonly Shape[] = [
  { name: 'brackets', query: `a${'[b]'.repeat(3_000)}=1`, status: 400 },
  { name: 'broken escapes', query: 'keyword=%zz', status: 400 },
  { name: 'broken UTF-8', query: 'keyword=%ff%fe', status: 400 },
  { name: '__proto__', query: '__proto__[admin]=1&constructor[prototype][admin]=1', status: 400 },
  { name: 'unknown fields', query: Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&'), status: 422 },
  { name: 'many of one field', query: 'pageNum=1&'.repeat(1_400) },
  { name: 'a field of holes', query: Array.from({ length: 900 }, (_, index) => `a${index}[999]=1`).join('&'), status: 422 },
  { name: 'a NUL', query: 'nothingOfTheKind=%00', status: 422 },
]

const part = (headers: string, value: string): string => `--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${value}\r\n`
const multipart = 'multipart/form-data; boundary=b'
const file = part('name="file"; filename="a.png"', 'x')
const multipartShapes: readonly Shape[] = [
  { name: '10,000 fields', type: multipart, body: `${part('name="a"', '1').repeat(10_000)}${file}--b--`, status: 413 },
  { name: '10,000 files', type: multipart, body: `${file.repeat(10_000)}--b--` },
  { name: 'a part of headers', type: multipart, body: `--b\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n1\r\n--b--` },
  {
    name: 'depth in a field',
    type: multipart,
    body: `${part('name="purpose"\r\ncontent-type: application/json', nested(1_900, '[', ']'))}${file}--b--`,
    status: 400,
  },
  { name: 'a NUL in a field', type: multipart, body: `${part('name="purpose"', 'a\0b')}${file}--b--`, status: 422 },
  { name: '__proto__', type: multipart, body: `${part('name="__proto__"', '1')}${file}--b--` },
  { name: 'a NUL in a name', type: multipart, body: `${part('name="a\0b"', '1')}${file}--b--`, status: 422 },
  { name: 'a NUL in a file name', type: multipart, body: `${part('name="file"; filename="a\0.png"', 'x')}--b--` },
  {
    name: 'half a character in a file name',
    type: multipart,
    body: `${part('name="file"; filename*=utf-8\'\'%ED%A0%80.png', 'x')}--b--`,
  },
  { name: 'no end', type: multipart, body: file },
  { name: 'no boundary', type: 'multipart/form-data', body: file },
  { name: 'nothing', type: multipart, body: '--b--' },
  { name: 'no file', type: 'application/json', body: '{}' },
]

/** What each call has to check itself. Everything else is shared by all of them, and tested on the public calls and a few others. */
const ofEachCall = new Set(['unknown fields', '__proto__', 'names of methods', 'a list', 'null', 'arrays 1,000 deep'])
const few = new Set(['repairOrder.complete', 'session.setPreference', 'role.create', 'alarm.page', 'customer.page'])

export const hostileShapes = (name: string, entry: Endpoint, refs: RefValues): Shape[] => {
  // An unknown field is refused before its value is read.
  if (entry.body === 'multipart')
    return 'purpose' in entry.input.properties
      ? [...multipartShapes]
      : multipartShapes.map((shape) => (shape.name === 'depth in a field' ? { ...shape, status: 422 } : shape))
  const isPublic = entry.access === 'public'
  const ofSession = few.has(name) ? sessionBodies : smallBodies
  const shapes = entry.method === 'GET' ? queryShapes : isPublic ? publicBodies : ofSession
  const fields = entry.method === 'GET' ? fieldShapes(entry, refs).flatMap(queryOf) : fieldShapes(entry, refs)
  return [...shapes.filter((shape) => isPublic || few.has(name) || ofEachCall.has(shape.name)), ...fields]
}

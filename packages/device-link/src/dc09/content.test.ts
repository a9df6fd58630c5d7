import { expect, test } from 'vitest'
import { readDc09Content } from './content.ts'
import { framed, hash, readFrame } from './dc09.testing.ts'

const read = (id: string, rest: string) => readDc09Content(readFrame(framed(`"${id}"0001L0#1234[${rest}`)))
const sia = (data: string) => read('SIA-DCS', `${data}]`)
const contactId = (data: string) => read('ADM-CID', `${data}]`)
/** Its reports in short: code and device, and the values. */
const brief = (found: ReturnType<typeof read>) => found.reports.map(({ code, device, values }) => [code, device, values ?? {}])

test('an event of DC-03: code, partition and zone, text and time', () => {
  expect(read('SIA-DCS', '#1234|Nri1/FA012^hall ^]_14:12:04,09-25-2026')).toEqual({
    reports: [{ device: '1-012', code: 'FA', format: 'SIA', time: '2026-09-25T14:12:04Z', values: { text: 'hall' } }],
    unreadable: 0,
    cut: false,
  })
})

test('an event of Contact ID: code with its qualifier, partition and zone', () => {
  expect(contactId('#1234|1110 01 012')).toEqual({
    reports: [{ device: '01-012', code: '1110', format: 'CID' }],
    unreadable: 0,
    cut: false,
  })
})

/** As panels and other programs send it: public logs, test suites and manuals. */
const variants: readonly (readonly [
  data: string,
  ...events: readonly (readonly [code: string, device: string | null, values?: object])[],
])[] = [
  ['#1234|NFA129', ['FA', '129']],
  ['NFA129', ['FA', '129']],
  ['|Nri1/FA12', ['FA', '1-12']],
  ['Nri1FA012', ['FA', '1-012']],
  ['1234|Nri1/FA12', ['FA', '1-12']],
  ['5004|Nri1FA1', ['FA', '5004-1-1', { account: '5004' }]],
  ['#0000|Npi0/AT', ['AT', null, { peripheral: '0' }]],
  ['#1234|Nri0KR1^TAST. 001 ^', ['KR', '1', { text: 'TAST. 001' }]],
  ['#1234|Nri1CL0^VX FRONTE ^', ['CL', '1-0', { partition: '1', text: 'VX FRONTE' }]],
  ['#1234|Nri04/OP001NM', ['OP', '04-0', { partition: '04', user: '001' }]],
  [`#1234|Nri01/CL003*''NM`, ['CL', '01-0', { partition: '01', user: '003' }]],
  ['#1234|Nri1FA0001*"hall"NM', ['FA', '1-0001', { text: 'hall' }]],
  ['#1234|Nri1FA0001*Familie*', ['FA', '1-0001', { text: 'Familie' }]],
  ['#1234|Nti19:44/id1/ri4/RP', ['RP', '4-0', { clock: '19:44', user: '1', partition: '4' }]],
  ['#1234|Nti20:50:26RP99', ['RP', '99', { clock: '20:50:26' }]],
  ['#1234|Nri2/id15/OP', ['OP', '2-0', { partition: '2', user: '15' }]],
  ['#1234|Nri0000/LR', ['LR', null]],
  ['#1234|Nri1/RP0000', ['RP', '1-0', { partition: '1' }]],
  ['#1234|0|NRP', ['RP', null]],
  ['#1234|NCQ1', ['CQ', null, { user: '1' }]],
  // The letter N as part of a code.
  ['#1234|NL2', ['NL', '2-0', { partition: '2' }]],
  ['#1234|NNL2', ['NL', '2-0', { partition: '2' }]],
  ['#1234|OP1', ['OP', null, { user: '1' }]],
  // Block O: it was reported before, or late.
  ['#1234|Ori1/FA12', ['FA', '1-12', { old: true }]],
  // Names of the partition and of the person.
  [
    '#1234|Nri1^ward^id3^nurse^ti10:20:30FA12^bed 4^',
    ['FA', '1-12', { clock: '10:20:30', partitionName: 'ward', user: '3', userName: 'nurse', text: 'bed 4' }],
  ],
  // A text in a block of its own.
  ['#1234|NRR|Atest', ['RR', null, { text: 'test' }]],
  ['#1234|Nti10:35/ri01/BA1023|A+INTRUDER  main', ['BA', '01-1023', { clock: '10:35', text: '+INTRUDER  main' }]],
  // Several events.
  ['#1234|Nri1/FA01/FA02^b^', ['FA', '1-01'], ['FA', '1-02', { text: 'b' }]],
  ['#1234|Nri1/FA01/ri2/FA01', ['FA', '1-01'], ['FA', '2-01']],
  [
    '#1234|NBA01^front^|Nri2/id7/OP07|Oti12:00/TA03',
    ['BA', '01', { text: 'front' }],
    ['OP', '2-0', { partition: '2', user: '07' }],
    ['TA', '03', { clock: '12:00', old: true }],
  ],
  ['#1234|Nri1/FA01/FA02|Asmoke', ['FA', '1-01', { text: 'smoke' }], ['FA', '1-02', { text: 'smoke' }]],
]

test('DC-03 as it is sent', () => {
  for (const [data, ...events] of variants) {
    const found = sia(data)
    expect(found.unreadable, data).toBe(0)
    expect(brief(found), data).toEqual(events.map(([code, device, values = {}]) => [code, device, values]))
  }
})

test('Contact ID as it is sent', () => {
  for (const [data, code, device, values = {}] of [
    ['1234|1602 00 000', '1602', null],
    ['#1234|3110 00 129', '3110', '129'],
    ['6302 00 000', '6302', null],
    ['#1234|113001003', '1130', '01-003'],
    ['#1234|3401 01 057', '3401', '01-0', { partition: '01', user: '057' }],
    ['#1234|1110 01 000', '1110', '01-0', { partition: '01' }],
    ['#1234|1110 01 012^hall^', '1110', '01-012', { text: 'hall' }],
    ['#1234|1110 01 012|Ahall', '1110', '01-012', { text: 'hall' }],
    ['#1234|1110', '1110', null],
    ['#1234|1e10 0a 0bc', '1E10', '0a-0bc'],
  ] as const) {
    expect(brief(contactId(data)), data).toEqual([[code, device, values]])
    expect(contactId(data).unreadable, data).toBe(0)
  }
  expect(brief(contactId('#1234|1110 01 012|1111 01 013'))).toEqual([
    ['1110', '01-012', {}],
    ['1111', '01-013', {}],
  ])
})

test('two panels behind one sender are two places, and so are two partitions', () => {
  const device = (data: string, sender = '#D004') =>
    readDc09Content(readFrame(framed(`"ADM-CID"0001L0${sender}[${data}]`))).reports[0]?.device
  expect(device('#1111|1110 01 012')).toBe('1111-01-012')
  expect(device('#2222|1110 01 012')).toBe('2222-01-012')
  expect(device('#1111|1110 00 012')).toBe('1111-0-012')
  expect(device('#1111|1110 01 000')).toBe('1111-01-0')
  expect(device('#1111|1602 00 000')).toBe('1111-0-0')
  for (const data of ['#d004|1110 01 012', '#0000|1110 01 012', '1110 01 012']) expect(device(data), data).toBe('01-012')
  for (const sender of ['', '#']) expect(device('#1111|1110 01 012', sender), sender).toBe('01-012')
  expect(device('#1111|1110 06 000', '#1111')).toBe('06-0')
  expect(device('#1111|1110 07 000', '#1111')).toBe('07-0')
  // A person is no place.
  expect(device('#1111|1121 06 005', '#1111')).toBe('06-0')
  expect(device('#1111|1110 00 000', '#1111')).toBe(null)
})

test('a place is spelled as communication codes may be', () => {
  for (const data of ['#A.B/C d|Nri1.2/FA012', `#${'9'.repeat(60)}|Nri1234/FA001`, '#1234|Nri1-2/FA9'])
    expect(sia(data).reports[0]?.device, data).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
  expect(sia('#1234|Nri1-2/FA9').reports[0]?.device).toBe('1_2-9')
})

test('extended data has readable names', () => {
  const found = read(
    'SIA-DCS',
    '#1234|Nri1/FA012^head 3^][H07:00:01,09-25-2026][Ismoke][Lfloor 2][Vhttps://example.org/1][X006E07.7777777][Y49S06.6666666][Rroom 7][Ssite][Obuilding][M0026B9E4268B][KAAAA]_14:12:04,09-25-2026',
  )
  expect(found.unreadable).toBe(0)
  expect(found.reports).toEqual([
    {
      device: '1-012',
      code: 'FA',
      format: 'SIA',
      time: '2026-09-25T07:00:01Z',
      values: {
        occurredAt: '2026-09-25T07:00:01Z',
        text: 'head 3; smoke',
        location: 'floor 2',
        video: 'https://example.org/1',
        longitude: 6.12963,
        latitude: -49.111111,
        room: 'room 7',
        site: 'site',
        building: 'building',
      },
    },
  ])
  expect(read('SIA-DCS', '|NFA1][Hyesterday][X5.9699][Y52,21]_14:12:04,09-25-2026').reports[0]).toMatchObject({
    time: '2026-09-25T14:12:04Z',
    values: { occurredAt: 'yesterday', longitude: 5.9699, latitude: '52,21' },
  })
})

test('a sign of life and an answer report nothing', () => {
  for (const data of ['', '#1234', '#0000|0000 00 000', '1234', ' '])
    expect(read('NULL', `${data}]_14:12:04,09-25-2026`), data).toEqual({ reports: [], unreadable: 0, cut: false })
  for (const id of ['ACK', 'NAK', 'DUH', 'RSP']) expect(read(id, ']'), id).toMatchObject({ reports: [], unreadable: 0 })
})

test('what cannot be read is counted, and hides none of the rest', () => {
  for (const data of ['', ' ', '#1234', '#1234|', '#1234|Nri1', '#1234|nfa1', '#1234|FIRE!', '#1234|%%', '#1234|1110 01 012'])
    expect(sia(data).unreadable, data).toBeGreaterThan(0)
  for (const data of ['', '#1234|', '#1234|fire', '#1234|NFA1', '#1234|110 01 012'])
    expect(contactId(data).unreadable, data).toBe(1)
  expect(read('NULL', '#1234|NFA1]').unreadable).toBe(1)
  expect(sia('#1234|%%|Nri1/FA1|%%')).toMatchObject({ unreadable: 2, reports: [{ code: 'FA', device: '1-1' }] })
  expect(sia('#1234|Nri1/FA1 %')).toMatchObject({ unreadable: 1, reports: [{ code: 'FA', device: '1-1' }] })
  expect(sia('#1234|Nri1/FA1][#1234|NFA2')).toMatchObject({ unreadable: 1, reports: [{ code: 'FA' }] })
  expect(read('SIA-DCS', '#1234|Nri1/FA1')).toMatchObject({ unreadable: 1, cut: true, reports: [{ code: 'FA', device: '1-1' }] })
})

test('extended data that nobody knows is kept as a report of its own, and raises nothing', () => {
  expect(read('NULL', '#1234][B1]_14:12:04,09-25-2026')).toEqual({
    reports: [{ device: null, code: 'extended/B', format: 'SIA', time: '2026-09-25T14:12:04Z', values: { content: '1' } }],
    unreadable: 0,
    cut: false,
  })
  expect(read('SIA-DCS', '#5678|Nri1/FA1][B1][Bx][q9]')).toMatchObject({
    unreadable: 0,
    reports: [
      { code: 'FA', device: '5678-1-1' },
      { code: 'extended/B', device: '5678-0-0', values: { content: '1; x' } },
      { code: 'extended/q' },
    ],
  })
  // What may be an event in the wrong brackets may be a fire.
  for (const data of ['FA12', 'B|NFA12', 'Fx][FA12', 'ri1/FA12', '1110 01 012', '|NFA12'])
    expect(read('NULL', `#1234][${data}]`).unreadable, data).toBe(1)
  expect(read('NULL', '#1234|NFA1][B1]').unreadable).toBe(1)
  expect(readDc09Content(readFrame(framed('"*NULL"0001L0#1234[00]'))).unreadable).toBe(1)
})

test('a text without an event is shown', () => {
  expect(sia('#1234|Afire in hall 2')).toMatchObject({
    reports: [{ device: null, code: 'A', values: { text: 'fire in hall 2' } }],
  })
})

test('an account without its sign takes no event away', () => {
  // Two letters and digits are an event, unless the sender has that name.
  expect(brief(sia('FA12|Ahall'))).toEqual([['FA', '12', { text: 'hall' }]])
  expect(brief(sia('NFA12|NBA3'))).toEqual([
    ['FA', '12', {}],
    ['BA', '3', {}],
  ])
  expect(brief(readDc09Content(readFrame(framed('"SIA-DCS"0001L0#FA12[FA12|NRP]'))))).toEqual([['RP', null, {}]])
  expect(brief(contactId('111001012|Ahall'))).toEqual([['1110', '01-012', { text: 'hall' }]])
})

test("makers' own messages are read only if they are Contact ID", () => {
  expect(brief(read('HENG-BO', '#1234|1110 01 012]'))).toEqual([['1110', '01-012', {}]])
  for (const data of ['#1234|NRP', '#1234|1602', 'x'])
    expect(read('HENG-BO', `${data}]`)).toMatchObject({ reports: [], unreadable: 1 })
})

test('without its key a message is unreadable', () => {
  for (const id of ['*SIA-DCS', '*ADM-CID', '*NULL', '*HENG-BO'])
    expect(read(id, 'AB'.repeat(48)), id).toEqual({ reports: [], unreadable: 1, cut: false })
})

test('any data is read without an error, in time by its size', () => {
  const random = hash(3)
  const letters = 'NOA#|/^*[]_ rid0129FARPM\'"%'
  for (let round = 0; round < 1000; round++) {
    const data = Array.from({ length: random() % 40 }, () => letters[random() % letters.length]).join('')
    for (const id of ['SIA-DCS', 'ADM-CID', 'NULL', 'OTHER']) read(id, data)
  }
  for (const part of [
    '|',
    '/',
    '^',
    '*',
    "'",
    'FA1',
    'ri1',
    'ri',
    '[',
    '[]',
    '[X]',
    '0',
    ' ',
    'A',
    '|A',
    '#',
    'N',
    '1110 01 012|',
    'NM',
    'a|',
  ])
    for (const id of ['SIA-DCS', 'ADM-CID', 'NULL', 'OTHER']) read(id, part.repeat(4000 / part.length))
  expect(sia('FA/'.repeat(600) + '|Ax'.repeat(600)).reports).toHaveLength(600)
})

import { expect, test } from 'vitest'
import { cutDc09 } from './cut.ts'
import { framed, hash, printed, readFrame } from './dc09.testing.ts'
import { readDc09, type Dc09Options } from './frame.ts'
import { ackDc09, writeDc09 } from './write.ts'

const tolerant = { decimalLength: true, rawChecksum: true, missingEnd: true }

test('the examples of the standard', () => {
  const contactId = readDc09(printed('87CD0037"ADM-CID"9876R579BDFL789ABC#12345A[#12345A|1110 00 129]'))
  expect(contactId).toEqual({
    id: 'ADM-CID',
    sequence: '9876',
    receiver: '579BDF',
    line: '789ABC',
    account: '12345A',
    data: '#12345A|1110 00 129',
    extended: {},
    time: undefined,
    dataAccount: '12345A',
    encrypted: false,
    key: undefined,
    cut: false,
    flaw: undefined,
  })
  const sia = readDc09(printed('CE110032"SIA-DCS"9876R579BDFL789ABC#12345A[#12345A|NFA129]'))
  expect(sia).toMatchObject({ id: 'SIA-DCS', data: '#12345A|NFA129', flaw: undefined })
})

/** What panels have sent, and what others have sent to test with, from public logs and test suites. */
const seen: readonly (readonly [text: string, expected: object])[] = [
  ['3BAC0029"SIA-DCS"0002#0123[#0123|Nti20:50:26RP99]', { receiver: undefined, line: undefined, account: '0123' }],
  ['F4D20029"SIA-DCS"0001RF3L77#1234[#1234|NRR|Atest]', { receiver: 'F3', line: '77', account: '1234' }],
  // No digits behind the L, and a zero behind the end.
  ['BB86002C"NULL"0001L#7303658550[]_15:39:38,06-07-2019', { id: 'NULL', line: '', time: '2019-06-07T15:39:38Z' }],
  ['B0970029"NULL"0000L000#0809[]_21:00:01,02-20-2024', { sequence: '0000', line: '000', account: '0809' }],
  ['D3440015"NULL"0000L0#008312[]', { time: undefined, data: '' }],
  ['99820040"ADM-CID"1937R15L1#21401[#21401|1602 00 000]_20:59:59,02-20-2024', { receiver: '15', line: '1' }],
  // The account without its sign, and another one than the sender's.
  ['7B620035"SIA-DCS"0005L000#3044[3044|NOP1]_00:03:31,12-21-2023', { account: '3044', dataAccount: '3044' }],
  ['D8910037"SIA-DCS"0097L0#ABCD[#0000|Npi0/AT]_11:26:04,03-01-2026', { account: 'ABCD', dataAccount: '0000' }],
  [
    '73580056"SIA-DCS"0002R1L232#78919[#78919|Nri1/BA012][X012W34.1][Y045N12.2]_14:12:04,09-25-2026',
    { extended: { X: '012W34.1', Y: '045N12.2' } },
  ],
  ['57150047"ADM-CID"0247R4F39L4F39#4F39[#4F39|3401 01 057]', { flaw: 'length' }],
  ['E5D50078"SIA-DCS"6002L0#AAA[|Nri1/CL501]_14:12:04,09-25-2019', { flaw: 'length', dataAccount: undefined }],
  // A sender that does not compute the check sum, and names its account only inside.
  [`01010039"SIA-DCS"0002R0001L0001[#072538|Nri01/CL003*''NM]`, { flaw: 'checksum', account: undefined, dataAccount: '072538' }],
  ['E4410025"NAK"0000R0L0A0[]_16:20:01,09-24-2025', { id: 'NAK', line: undefined, time: '2025-09-24T16:20:01Z' }],
]

test('frames that were seen', () => {
  for (const [text, expected] of seen)
    expect(readDc09(printed(text)), text).toMatchObject({ flaw: undefined, cut: false, ...expected })
})

test('what does not follow the standard is accepted where it is expected', () => {
  const decimal = printed('57150047"ADM-CID"0247R4F39L4F39#4F39[#4F39|3401 01 057]')
  expect(readDc09(decimal, { decimalLength: true })?.flaw).toBeUndefined()
  const raw = framed('"NULL"0000R8L0#41213[]_21:00:10,02-20-2024', 'raw')
  expect(readDc09(raw)?.flaw).toBe('checksum')
  expect(readDc09(raw, { rawChecksum: true })).toMatchObject({ receiver: '8', flaw: undefined })
  const noEnd = framed('"NULL"0000L0#1234[]').subarray(0, -1)
  expect(readDc09(noEnd)?.flaw).toBe('length')
  expect(readDc09(noEnd, { missingEnd: true })?.flaw).toBeUndefined()
  // A wrong check sum is never accepted.
  for (const bytes of [decimal, noEnd]) {
    const wrong = Buffer.from(bytes)
    wrong.write('0000', 1)
    expect(readDc09(wrong, tolerant)?.flaw).toBe('checksum')
  }
})

test('each changed byte of the message, and of its check sum and length, is noticed', () => {
  const bytes = framed('"SIA-DCS"0001R1L0#1234[#1234|Nri1/FA012^hall^][V1]_14:12:04,09-25-2026')
  expect(readDc09(bytes)?.flaw).toBeUndefined()
  for (let place = 1; place < bytes.length; place++)
    for (const bit of [0x01, 0x10, 0x80]) {
      const wrong = Buffer.from(bytes)
      wrong[place] = (wrong[place] ?? 0) ^ bit
      for (const options of [{}, tolerant]) {
        const read = readDc09(wrong, options)
        if (read !== undefined) expect(['checksum', 'length'], `${bit} at ${place}`).toContain(read.flaw)
      }
    }
})

test('four digits are a sequence; anything else is kept and answered as it was sent', () => {
  for (const sequence of ['1e18', '0x1F', '-001', ' 1.5', '1e-5', 'ABCD']) {
    const read = readFrame(framed(`"ADM-CID"${sequence}L0#E001[#E001|1110 01 012]`))
    expect(read).toMatchObject({ sequence, line: '0', account: 'E001', flaw: undefined })
    expect(readFrame(ackDc09(read, new Date())).sequence).toBe(sequence)
  }
})

test('extended data and the time', () => {
  const read = (tail: string) => readDc09(framed(`"SIA-DCS"0001L0#1234[#1234|NFA1]${tail}`))
  expect(read('[Va][Ix][Vb][]_23:59:59,12-31-2026')).toMatchObject({
    extended: { V: 'a; b', I: 'x' },
    time: '2026-12-31T23:59:59Z',
    cut: false,
  })
  for (const time of ['17:53:48,00-31-2019', '24:00:00,01-01-2026', '14:12:04,09-25-201', '', 'now'])
    expect(read(`_${time}`), time).toMatchObject({ time, cut: false, flaw: undefined })
  expect(read('')).toMatchObject({ time: undefined, cut: false })
})

test('a bracket that is missing, or something behind them, is said', () => {
  for (const message of [
    '"SIA-DCS"0001L0#1234[#1234|NFA1',
    '"SIA-DCS"0001L0#1234[#1234|NFA1]x',
    '"SIA-DCS"0001L0#1234[#1234|NFA1][V',
  ])
    expect(readDc09(framed(message)), message).toMatchObject({ flaw: undefined, cut: true, account: '1234', dataAccount: '1234' })
  expect(readDc09(framed('"NULL"0001L0#1234'))).toMatchObject({ cut: true, account: '1234', data: '' })
})

test('texts in UTF-8, in Windows-1252, and in GB 18030 where it is expected', () => {
  const read = (hex: string, options?: Dc09Options) => {
    const message = Buffer.concat([Buffer.from('"SIA-DCS"0001L0#1[#1|NFA1^'), Buffer.from(hex, 'hex'), Buffer.from('^]')])
    return readDc09(framed(message.toString('latin1')), options)
  }
  expect(read(Buffer.from('一号厅 é').toString('hex'))).toMatchObject({ data: '#1|NFA1^一号厅 é^', flaw: undefined })
  expect(read('4ae972f46d65')).toMatchObject({ data: '#1|NFA1^Jérôme^', flaw: undefined })
  expect(read('d2bbbac5ccfc', { encoding: 'gb18030' })).toMatchObject({ data: '#1|NFA1^一号厅^', flaw: undefined })
  // A bracket as the second byte of a letter.
  expect(read('835d', { encoding: 'gb18030' })).toMatchObject({ data: '#1|NFA1^僝^', cut: false })
})

test('an id that is not known is said, and what says no id is no message', () => {
  expect(readDc09(framed('"HENG-BO"0001L0#1234[#1234|1110 00 001]'))).toMatchObject({ id: 'HENG-BO', flaw: 'id' })
  for (const text of ['', 'x', '""', '"SIA-DCS', '"SIA-DCS"', '"SIA-DCS"00', '"'.repeat(300)])
    expect(readDc09(framed(text)), text).toBeUndefined()
  for (const text of ['', '\n', '\r', '\n\r', 'x"NULL"0000[]']) expect(readDc09(Buffer.from(text)), text).toBeUndefined()
})

test('what is read is written again byte for byte', () => {
  const texts = seen
    .filter(([, expected]) => !('flaw' in expected) && !('id' in expected && expected.id === 'NAK'))
    .map(([text]) => text)
  expect(texts.length).toBeGreaterThan(8)
  expect(texts.map((text) => writeDc09(readFrame(printed(text))).toString())).toEqual(texts.map((text) => `\n${text}\r`))
})

test('any bytes are read without an error', () => {
  const random = hash(2)
  const bytes = framed('"*SIA-DCS"0001R1L0#1234[#1234|Nri1/FA012^hall^][V1]_14:12:04,09-25-2026')
  for (let round = 0; round < 1000; round++) {
    const wrong = Buffer.from(bytes.subarray(0, 1 + (random() % bytes.length)))
    for (let change = random() % 9; change >= 0; change--) wrong[random() % wrong.length] = random() & 0xff
    for (const options of [{}, tolerant]) {
      expect(() => readDc09(wrong, options)).not.toThrow()
      expect(() => cutDc09(wrong, options)).not.toThrow()
    }
  }
})

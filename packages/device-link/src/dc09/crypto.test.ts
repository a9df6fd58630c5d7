import { expect, test } from 'vitest'
import { dc09Key, decrypt, encrypt } from './crypto.ts'
import { keyOf, printed } from './dc09.testing.ts'
import { readDc09, type Dc09Frame } from './frame.ts'
import { writeDc09 } from './write.ts'

const keys = [16, 24, 32].map((size) => keyOf(Buffer.alloc(size, 0x5a)))
const [key = keyOf(Buffer.alloc(16))] = keys
const frame: Dc09Frame = {
  id: 'SIA-DCS',
  sequence: '0042',
  receiver: undefined,
  line: '0',
  account: 'ABC123',
  data: '#ABC123|Nri1/FA012^一号厅^',
  extended: { V: 'https://example.org/1' },
  time: '2026-11-28T08:09:10Z',
}

test('a key has 16, 24 or 32 bytes', () => {
  for (let size = 0; size < 70; size++)
    expect(dc09Key(Buffer.alloc(size)) !== undefined, `${size}`).toBe([16, 24, 32].includes(size))
})

test('what is encrypted is read with its key, and with no other', () => {
  for (const [index, own] of keys.entries()) {
    const bytes = writeDc09(frame, own)
    expect(String(bytes)).toMatch(/^\n[\dA-F]{8}"\*SIA-DCS"0042L0#ABC123\[(?:[\dA-F]{32})+\r$/)
    const others = keys.filter((other) => other !== own)
    expect(readDc09(bytes, { keys: [...others, own] })).toEqual({
      ...frame,
      dataAccount: 'ABC123',
      encrypted: true,
      key: own,
      cut: false,
      flaw: undefined,
    })
    for (const wrong of [others, [], [keyOf(Buffer.alloc([16, 24, 32][index] ?? 0, 0x5b))]])
      expect(readDc09(bytes, { keys: wrong })).toMatchObject({
        ...frame,
        data: '',
        extended: {},
        time: undefined,
        key: undefined,
        flaw: 'key',
      })
  }
})

/** With the key AAAAAAAAAAAAAAAA (16 letters), from the tests of pysiaalarm and of another receiver. */
test('messages that others have encrypted', () => {
  const letters = keyOf(Buffer.alloc(16, 'A'))
  const alarm =
    '05BB0076"*SIA-DCS"7654L0#1111[C07DA1EB73C617857476EE5D79436CEE5E0084485E79EC56B0D5D1F3F6E648B278050BBCCBC8FE5DCA7E3C80DBDD4945'
  expect(readDc09(printed(alarm), { keys: [letters] })).toMatchObject({
    data: 'Nri1/WA000',
    time: '2020-07-09T16:04:02Z',
    flaw: undefined,
  })
  const poll = '76D80055"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9'
  expect(readDc09(printed(poll), { keys: [letters] })).toMatchObject({ data: '', time: '2020-07-05T18:24:52Z', flaw: undefined })
  const strange =
    'D0850078"*ADM-CID"6879R0L0#123F[64F7ADD9BA9377DBF2C014BC709329BEEE345B5F20C60B7EB9D2C6B8C222666B13D0B4A114B448B0AC555FCC658DB6EE'
  expect(readDc09(printed(strange), { keys: [letters] })?.flaw).toBe('key')
})

/** Recorded from dc09_spt, a published dialler, with the keys 0123456789abcdef and the same twice. It writes a bar even without data. */
test('messages of a published dialler', () => {
  for (const [letters, poll, alarm] of [
    [
      '0123456789abcdef',
      'F2A20056"*NULL"0001RFLFF#1234[3AF595893A7F62ED190F5728330B904B06DA8D73EA87F25A150FD2D0B30D5A99',
      'EFAD0099"*SIA-DCS"0002RFLFF#1234[C9085023657CE13659841031B5B9C4DF2A5ED13E7F24841B8DA946B61A3380608B66F4F031F56D85D2B76AEE23C1D4F81B5B48751730B8702526E2A219C4CA7B',
    ],
    [
      '0123456789abcdef0123456789abcdef',
      'E4AF0056"*NULL"0001RFLFF#1234[63C27066BB1E6F1DA3A5E1DF141D27C697AAEF25A7E15123A201300C071C3EEF',
      '56CB0099"*SIA-DCS"0002RFLFF#1234[6B81432B4566D145648C856B1A42822A71237B11827924081512D0AC125DBCB4E08EE56F726D1D4DA6F2108FBB62CF64E08CC4A89D12F461727E60E36A62FFC5',
    ],
  ] as const) {
    const options = { keys: [keyOf(Buffer.from(letters))] }
    const sender = { receiver: 'F', line: 'FF', account: '1234', flaw: undefined, cut: false }
    expect(readDc09(printed(poll), options)).toMatchObject({ ...sender, id: 'NULL', sequence: '0001', data: '' })
    expect(readDc09(printed(alarm), options)).toMatchObject({
      ...sender,
      id: 'SIA-DCS',
      sequence: '0002',
      data: '#1234|Nri2^ward^FA12^bed 4^|Asmoke',
      time: expect.stringMatching(/^2026-11-28T/),
    })
  }
})

test('polls and answers without data, with and without a bar', () => {
  const poll = writeDc09({ ...frame, id: 'NULL', data: '', extended: {} }, key)
  expect(readDc09(poll, { keys: [key] })).toMatchObject({ id: 'NULL', data: '', cut: false, flaw: undefined })
  for (const text of [']_08:09:10,11-28-2026', '|]_08:09:10,11-28-2026'])
    expect(decrypt(encrypt(Buffer.from(text), key), key)?.toString()).toBe(']_08:09:10,11-28-2026')
})

test('padding is one to sixteen letters, new each time', () => {
  for (let size = 0; size < 33; size++) {
    const text = `|${'x'.repeat(size)}]_08:09:10,11-28-2026`
    const digits = encrypt(Buffer.from(text), key)
    const padding = digits.length / 2 - text.length
    expect(padding).toBeGreaterThan(0)
    expect(padding).toBeLessThan(17)
    expect(decrypt(digits, key)?.toString()).toBe(text.slice(1))
  }
  const same = Buffer.from('|NFA1]_08:09:10,11-28-2026')
  expect(new Set(Array.from({ length: 20 }, () => encrypt(same, key))).size).toBe(20)
})

test('padding may be any bytes but a bar and brackets', () => {
  const text = Buffer.concat([Buffer.from('\x81\xf0\x00_\r\n^', 'latin1'), Buffer.from('|#1|NFA1]_08:09:10,11-28-2026')])
  expect(decrypt(encrypt(text, key), key)?.toString()).toBe('#1|NFA1]_08:09:10,11-28-2026')
})

test('what cannot be encrypted text is none', () => {
  for (const digits of [
    '',
    'AB',
    'x'.repeat(32),
    'A'.repeat(31),
    'A'.repeat(33),
    '0'.repeat(4064),
    'AB'.repeat(8) + 'G'.repeat(16),
  ])
    expect(decrypt(digits, key)).toBeUndefined()
})

test('an encrypted message needs a time, and a message has a longest size', () => {
  expect(() => writeDc09({ ...frame, time: undefined }, keys[0])).toThrow('needs a time')
  expect(() => writeDc09({ ...frame, data: 'x'.repeat(4096) })).toThrow('bytes')
})

test('a key does not show itself', () => {
  expect(JSON.stringify(readDc09(writeDc09(frame, key), { keys: [key] }))).not.toMatch(/ZZZZ|5a5a|Wlpa/)
})

import { expect, test } from 'vitest'
import { follows } from '../../../kernel/rules.ts'
import { hasLinkKeys, isLinkProtocol, linkAddress, linkAddressParts, linkProtocols } from './link-address.ts'

test.each([
  ['140', 'gb26875:140'],
  ['000140', 'gb26875:140'],
  [' 0 ', 'gb26875:0'],
  ['281474976710655', 'gb26875:281474976710655'],
  ['281474976710656', undefined],
  ['1234567890123456', undefined],
  ['-1', undefined],
  ['8C', undefined],
  ['', undefined],
])('a transmitter’s address %j is stored as %j', (text, stored) => {
  expect(linkAddress('gb26875', text)).toBe(stored)
})

test.each([
  ['abc', 'siaDc09:ABC'],
  ['0123456789ABCDEF', 'siaDc09:0123456789ABCDEF'],
  ['12', undefined],
  ['0123456789ABCDEF0', undefined],
  ['12G4', undefined],
])('a panel’s account %j is stored as %j', (text, stored) => {
  expect(linkAddress('siaDc09', text)).toBe(stored)
})

test('only SIA DC-09 has keys, of 16, 24 or 32 bytes in hexadecimal digits', () => {
  expect(linkProtocols.filter(hasLinkKeys)).toEqual(['siaDc09'])
  const lengths = Array.from({ length: 70 }, (_, length) => length)
  expect(lengths.filter((length) => follows('linkKey', 'aF0'.repeat(24).slice(0, length)))).toEqual([32, 48, 64])
  expect(follows('linkKey', 'g'.repeat(32))).toBe(false)
})

test('gateways over MQTT and HTTP are known by a name and a secret', () => {
  expect(isLinkProtocol('gb26875')).toBe(true)
  expect(isLinkProtocol('mqtt')).toBe(false)
  expect(isLinkProtocol('http')).toBe(false)
})

test('a stored address is taken apart; codes of gateways are none', () => {
  expect(linkAddressParts('gb26875:140')).toEqual({ protocol: 'gb26875', address: '140' })
  for (const other of ['GW-0001', 'gb26875:', 'gb26875:0140', 'gb26875:8C', 'mqtt:140', 'gb26875:140/1-2-37', 'toString:1'])
    expect(linkAddressParts(other)).toBeUndefined()
})

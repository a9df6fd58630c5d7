import { expect, test } from 'vitest'
import { isLinkProtocol, linkAddress, linkAddressParts } from './link-address.ts'

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

import { expect, test } from 'vitest'
import { isNetwork, isInNetworks, networksOf } from './networks.ts'

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['::/0', true],
  ['::1', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/-1', false],
  ['203.0.113', false],
  ['::ffff:203.0.113.7', false],
  ['::ffff:203.0.113.0/120', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  [' 203.0.113.7', false],
  ['', false],
])('%j names a network: %s', (text, result) => {
  expect(isNetwork(text)).toBe(result)
})

test.each([
  ['203.0.113.7', true],
  ['203.0.113.255', true],
  ['203.0.114.0', false],
  ['::ffff:203.0.113.7', true],
  ['::ffff:cb00:7107', true],
  ['::ffff:203.0.114.7', false],
  ['2001:db8:1::5', true],
  ['2001:db9::5', false],
  ['2001:0DB8:0001::5', true],
  ['fe80::1%eth0', false],
  ['', false],
  ['unknown', false],
])('%j is within: %s', (address, result) => {
  expect(isInNetworks(networksOf(['203.0.113.0/24', '2001:db8:1::/48']), address)).toBe(result)
})

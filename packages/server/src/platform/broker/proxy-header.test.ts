import { expect, test } from 'vitest'
import { readProxyHeader } from './proxy-header.ts'

const line = (text: string) => Buffer.from(`${text}\r\n`, 'latin1')
const signature = [0x0d, 0x0a, 0x0d, 0x0a, 0, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]
const binary = (command: number, family: number, body: number[]) =>
  Buffer.from([...signature, 0x20 | command, family, body.length >> 8, body.length & 0xff, ...body])
const ports = [0xc3, 0x50, 0x07, 0x5b]
const ipv4 = [203, 0, 113, 7, 10, 0, 0, 1, ...ports]
const ipv6 = [0x20, 0x01, 0x0d, 0xb8, ...Array.from({ length: 11 }, () => 0), 7, ...Array.from({ length: 16 }, () => 0), ...ports]

test.each([
  ['version 1, IPv4', line('PROXY TCP4 203.0.113.7 10.0.0.1 50000 1883'), '203.0.113.7'],
  ['version 1, IPv6', line('PROXY TCP6 2001:db8::7 2001:db8::1 50000 1883'), '2001:db8::7'],
  ['version 1, unknown', line('PROXY UNKNOWN'), undefined],
  ['version 2, IPv4', binary(1, 0x11, ipv4), '203.0.113.7'],
  ['version 2, IPv4 with extensions', binary(1, 0x11, [...ipv4, 4, 0, 1, 0]), '203.0.113.7'],
  ['version 2, IPv6', binary(1, 0x21, ipv6), '2001:db8:0:0:0:0:0:7'],
  ['version 2, health check', binary(0, 0, []), undefined],
  ['version 2, health check that names addresses', binary(0, 0x11, ipv4), undefined],
  [
    'version 2, a Unix socket',
    binary(
      1,
      0x31,
      Array.from({ length: 216 }, () => 0),
    ),
    undefined,
  ],
])('%s: the address, and where the connection itself starts', (_name, header, address) => {
  expect(readProxyHeader(Buffer.concat([header, Buffer.from('MQTT')]))).toEqual({ size: header.length, address })
  for (let length = 0; length < header.length; length++) expect(readProxyHeader(header.subarray(0, length))).toBe('partial')
})

test.each([
  ['MQTT at once', Buffer.from([0x10, 12, 0, 4])],
  ['TLS at once', Buffer.from([0x16, 3, 1, 2, 0])],
  ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['no address', line('PROXY TCP4 nowhere 10.0.0.1 1 2')],
  ['the other family', line('PROXY TCP4 2001:db8::7 2001:db8::1 1 2')],
  ['a family that nobody knows', line('PROXY UDP 203.0.113.7 10.0.0.1 1 2')],
  ['version 3', Buffer.from([...signature, 0x31, 0x11, 0, 12, ...ipv4])],
  ['a length beyond reason', Buffer.from([...signature, 0x21, 0x11, 0xff, 0xff])],
])('%s is refused', (_name, bytes) => {
  expect(readProxyHeader(bytes)).toBe('invalid')
})

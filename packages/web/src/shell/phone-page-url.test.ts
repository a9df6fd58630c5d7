import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:8080/' })
const { isLoopback, phoneAddresses } = await import('./phone-page-url.ts')

const none = { publicUrl: null, own: [] }
const lan = ['http://192.0.2.7:8080', 'http://198.51.100.3:8080']

test.each([
  [
    'the address that was set',
    'http://127.0.0.1:8080/m/',
    { publicUrl: 'https://fire.example.com/console', own: lan },
    ['https://fire.example.com/console/m/'],
  ],
  [
    'the address in use, if others reach it',
    'https://fire.example.com/m/',
    { publicUrl: null, own: lan },
    ['https://fire.example.com/m/'],
  ],
  [
    'the machine’s own, if the console is open on it',
    'http://localhost:8080/m/',
    { publicUrl: null, own: lan },
    ['http://192.0.2.7:8080/m/', 'http://198.51.100.3:8080/m/'],
  ],
  ['nothing better than what is there', 'http://localhost:8080/m/', none, ['http://localhost:8080/m/']],
] as const)('the code leads to %s', (_name, here, addresses, expected) => {
  expect(phoneAddresses(here, addresses)).toEqual(expected)
})

test.each([
  ['http://127.0.0.1:8080/m/', true],
  ['http://localhost/m/', true],
  ['http://[::1]:8080/m/', true],
  ['http://0.0.0.0:8080/m/', true],
  ['http://192.0.2.7:8080/m/', false],
  ['https://localhost.example.com/m/', false],
])('whether only this machine reaches %s: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

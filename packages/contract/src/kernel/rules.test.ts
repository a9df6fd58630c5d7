import { expect, test } from 'vitest'
import { compareVersions, follows } from './rules.ts'

test.each([
  ['account', 'north1', true],
  ['account', 'north', false],
  ['account', 'a'.repeat(20), true],
  ['account', 'a'.repeat(21), false],
  ['account', 'with space', false],
  ['account', 'ünïcode1', false],
  ['phone', '123456', true],
  ['phone', '12345', false],
  ['phone', '+86 13800000000', true],
  ['phone', '0086-13800000000', true],
  ['phone', '86-13800000000', true],
  ['phone', '010-12345678', true],
  ['phone', '+8613800000000', true],
  ['phone', '+85291234567', true],
  ['phone', '+1 2025550123', true],
  ['phone', '+12345', false],
  ['phone', '++85291234567', false],
  ['phone', '+852--91234567', false],
  ['phone', '8529123+4567', false],
  ['phone', '1'.repeat(18), true],
  ['phone', '1'.repeat(30), false],
  ['phone', '12345a', false],
  ['version', '1.2.003', true],
  ['version', '1.22.33', true],
  ['version', '1.2', false],
  ['version', '1.2.3456', false],
  ['email', 'desk@example.com', true],
  ['email', 'desk@example', false],
  ['email', 'desk', false],
  ['pushUrl', 'https://example.com/x', true],
  ['pushUrl', 'ftp://example.com', false],
  ['domain', 'fire.example.com', true],
  ['domain', 'Fire-2.Example.COM', true],
  ['domain', 'xn--fiq228c.xn--fiqs8s', true],
  ['domain', 'https://fire.example.com', false],
  ['domain', 'fire.example.com:8080', false],
  ['domain', 'fire.example.com/login', false],
  ['domain', 'fire.example.com.', false],
  ['domain', '-fire.example.com', false],
  ['domain', 'fire..com', false],
  ['domain', `${'a'.repeat(64)}.example.com`, false],
  ['domain', `${'a.'.repeat(127)}com`, false],
  ['domain', 'localhost', false],
  ['domain', '192.0.2.1', false],
  ['domain', '[::1]', false],
] as const)('%s: %s is %s', (rule, value, expected) => {
  expect(follows(rule, value)).toBe(expected)
})

test.each([
  ['1.2.3', '1.2.10', -1],
  ['1.10.0', '1.9.99', 1],
  ['1.2.003', '1.2.3', 0],
] as const)('version %s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})

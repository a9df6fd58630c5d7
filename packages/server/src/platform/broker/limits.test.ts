import { expect, test } from 'vitest'
import { FailureLimiter } from './failure-limiter.ts'
import { generateGatewaySecret, hashGatewaySecret, matchesGatewaySecret } from './gateway-secret.ts'

test('failures block a key for the rest of its minute, and only that key', () => {
  let now = 0
  const limiter = new FailureLimiter(3, () => now)
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(limiter.isBlocked('a')).toBe(false)
    limiter.failed('a')
  }
  expect(limiter.isBlocked('a')).toBe(true)
  expect(limiter.isBlocked('b')).toBe(false)
  now = 59_999
  expect(limiter.isBlocked('a')).toBe(true)
  now = 60_000
  expect(limiter.isBlocked('a')).toBe(false)
})

test('a success resets the count', () => {
  const limiter = new FailureLimiter(2)
  limiter.failed('a')
  limiter.succeeded('a')
  limiter.failed('a')
  expect(limiter.isBlocked('a')).toBe(false)
})

test('a secret matches its own hash and no other', () => {
  const secret = generateGatewaySecret()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(generateGatewaySecret()).not.toBe(secret)
  const hash = hashGatewaySecret(secret)
  expect(matchesGatewaySecret(secret, hash)).toBe(true)
  expect(matchesGatewaySecret(`${secret}x`, hash)).toBe(false)
  expect(matchesGatewaySecret(secret, hash.subarray(1))).toBe(false)
  expect(matchesGatewaySecret('', hash)).toBe(false)
})

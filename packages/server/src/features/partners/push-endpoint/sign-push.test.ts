import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSigningKey, signedHeaders } from './sign-push.ts'

test('the example of the reference implementations of Standard Webhooks is signed as published', () => {
  const at = new Date(1_614_265_330_000)
  const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(signedHeaders([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('with two keys both sign, and a receiver that knows either accepts; without a key there is no signature', () => {
  const [key, former] = [newSigningKey(), newSigningKey()]
  expect(key).not.toBe(former)
  expect(Buffer.from(key.slice(6), 'base64')).toHaveLength(32)
  const headers = signedHeaders([key, former], 'id', new Date(1_000), '{}')
  const parts = headers['webhook-signature']?.split(' ') ?? []
  for (const [index, one] of [key, former].entries()) {
    const expected = createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
      .update('id.1.{}')
      .digest()
    expect(timingSafeEqual(Buffer.from(parts[index]?.slice(3) ?? '', 'base64'), expected)).toBe(true)
  }
  expect(signedHeaders([], 'id', new Date(1_000), '{}')).not.toHaveProperty('webhook-signature')
})

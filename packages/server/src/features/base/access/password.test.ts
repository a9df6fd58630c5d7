import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'

test('a hash is argon2id in PHC notation with its own salt, and matches only its password', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(two).not.toBe(one)
  expect(await verifyPassword('correct horse', one)).toBe(true)
  expect(await verifyPassword('correct horsf', one)).toBe(false)
})

test('without an account nothing matches, and it takes just as long', async () => {
  const hash = await hashPassword('correct horse')
  const timed = async (phc: string | null): Promise<number> => {
    const from = performance.now()
    expect(await verifyPassword('wrong', phc)).toBe(false)
    return performance.now() - from
  }
  // Alternating, and the minimum of each: other load on the machine only ever adds time.
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < 9; i++) {
    times.known.push(await timed(hash))
    times.unknown.push(await timed(null))
  }
  expect(Math.min(...times.unknown) / Math.min(...times.known)).toBeGreaterThan(0.6)
})

test('a hash with other parameters still matches, and counts as outdated', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const parameters = { message: 'correct horse', nonce: salt, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 }
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(argon2Sync('argon2id', parameters))}`
  expect(await verifyPassword('correct horse', old)).toBe(true)
  expect(isOutdated(old)).toBe(true)
  expect(isOutdated(await hashPassword('x'))).toBe(false)
})

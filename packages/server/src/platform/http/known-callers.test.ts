import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKnownCallers } from './known-callers.ts'

/** Sessions as in the database, counting the queries. */
const sessions = () => {
  const alive = new Map([['token', 'Li']])
  let asked = 0
  let broken = false
  const known = createKnownCallers(async (token: string) => {
    asked++
    if (broken) throw new Error('no database')
    return alive.get(token) ?? null
  })
  return { alive, known, asked: () => asked, break: (is: boolean) => (broken = is) }
}

test('concurrent calls cause one query', async () => {
  const { known, asked } = sessions()
  expect(await Promise.all([known.of('token'), known.of('token')])).toEqual(['Li', 'Li'])
  expect(await known.of('token')).toBe('Li')
  expect(asked()).toBe(1)
})

test('a session that another process ended is refused within 1 s', async () => {
  const { alive, known } = sessions()
  await known.of('token')
  alive.clear()
  await delay(900)
  expect(await known.of('token')).toBeNull()
})

test('a session ended by this process is refused at once, even for a query under way', async () => {
  const { alive, known } = sessions()
  const underWay = known.of('token')
  alive.clear()
  known.forget()
  await underWay
  expect(await known.of('token')).toBeNull()
})

test('neither a failure nor an unknown token is remembered', async () => {
  const { alive, known, break: broken } = sessions()
  broken(true)
  await expect(known.of('token')).rejects.toThrow('no database')
  broken(false)
  expect(await known.of('token')).toBe('Li')
  expect(await known.of('new')).toBeNull()
  alive.set('new', 'Wang')
  expect(await known.of('new')).toBe('Wang')
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sparingLog } from './sparing-log.ts'

test('the same warning is written a few times a minute; others, and what is fatal, always', () => {
  const lines: { msg: string; leftOut?: number }[] = []
  let at = 0
  const log = pino({ level: 'info', hooks: sparingLog(() => at) }, { write: (line) => void lines.push(JSON.parse(line)) })
  const count = (msg: string) => lines.filter((line) => line.msg === msg).length
  const away = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  for (let n = 0; n < 1_000; n++) log.warn({ err: away }, 'reports could not be stored')
  for (let n = 0; n < 20; n++) log.info('started')
  for (let n = 0; n < 20; n++) log.fatal('over')
  log.warn({ err: new Error('another reason') }, 'reports could not be stored')
  expect([count('reports could not be stored'), count('started'), count('over')]).toEqual([11, 20, 20])
  at += 61_000
  log.warn({ err: away }, 'reports could not be stored')
  expect(lines.slice(-2)).toMatchObject([{ leftOut: 990 }, { msg: 'reports could not be stored' }])
})

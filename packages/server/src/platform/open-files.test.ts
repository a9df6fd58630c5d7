import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOpenFilesWatch, openFileLimit } from './open-files.ts'

test('a shortage of descriptors is said, in the log once', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  let open: number | string = 799
  const count = () =>
    typeof open === 'string' ? Promise.reject(Object.assign(new Error('none left'), { code: open })) : Promise.resolve(open)
  const watch = createOpenFilesWatch(log, 1_000, count)
  const look = async () => {
    await watch.start()
    return watch.state()
  }
  try {
    expect(await look()).toBe('ok')
    open = 800
    expect(await look()).toBe('short')
    // Of this process, and of the whole machine.
    for (open of ['EMFILE', 'ENFILE']) expect(await look()).toBe('short')
    expect(lines).toHaveLength(1)
    open = 10
    expect(await look()).toBe('ok')
  } finally {
    watch.stop()
  }
})

test('the limit is the one of this process', () => {
  if (process.platform === 'linux') expect(openFileLimit()).toBeGreaterThan(100)
  expect(openFileLimit('/nowhere')).toBe(Infinity)
})

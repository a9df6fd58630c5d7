import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDiskWatch, hasRoomFor, isDiskFull } from './disk-space.ts'
import { createFileStore } from './files.ts'

const megabyte = 2 ** 20
const dataDir = mkdtempSync(join(tmpdir(), 'ew-disk-'))
const mount = (): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', dataDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
// A small disk needs root.
const isMounted = process.platform === 'linux' && process.getuid?.() === 0 && mount()
afterAll(() => {
  if (isMounted) execFileSync('umount', [dataDir])
  rmSync(dataDir, { recursive: true, force: true })
})

const bytes = (count: number): Readable => Readable.from(Array.from({ length: count }, () => Buffer.alloc(megabyte, 1)))
const filesIn = (): string[] =>
  readdirSync(join(dataDir, 'files'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('/'))

test('a disk that does not answer is not one with room, and is asked one question at a time', async () => {
  const asked: string[] = []
  const hanging = Promise.withResolvers<undefined>()
  const lookAt = (path: string) => {
    asked.push(path)
    return hanging.promise
  }
  const watch = createDiskWatch(dataDir, pino({ level: 'silent' }), lookAt)
  const started = watch.start()
  expect(asked).toEqual([dataDir])
  hanging.resolve(undefined)
  await started
  watch.stop()
  expect(watch.state()).toBe('unknown')
})

describe.skipIf(!isMounted)('a disk of 200 MB, of which 20 are kept for the database', () => {
  const files = createFileStore(dataDir)
  const watch = createDiskWatch(dataDir, pino({ level: 'silent' }))
  const ballast = (count: number): void => writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(count * megabyte, 1))
  beforeAll(() => mkdirSync(join(dataDir, 'files')))
  const state = async () => {
    await watch.start()
    watch.stop()
    return watch.state()
  }

  test('it is low before files are refused, and then full', async () => {
    expect(await state()).toBe('ok')
    expect(await hasRoomFor(dataDir, 170 * megabyte)).toBe(true)
    expect(await hasRoomFor(dataDir, 190 * megabyte)).toBe(false)
    ballast(170)
    expect(await state()).toBe('low')
    expect(watch.free()).toBeGreaterThan(25 * megabyte)
    await files.save(bytes(1), 2 * megabyte)
    ballast(185)
    expect(await state()).toBe('full')
    rmSync(join(dataDir, 'ballast'))
    expect(await state()).toBe('ok')
  })

  test('an upload does not take what is kept for the database, and leaves nothing behind; evidence may', async () => {
    const before = filesIn()
    ballast(150)
    const upload = bytes(100)
    const error: unknown = await files.save(upload, 200 * megabyte).catch((reason: unknown) => reason)
    expect(isDiskFull(error)).toBe(true)
    // Its sender can read the answer.
    expect(upload.readableEnded).toBe(true)
    expect(filesIn()).toEqual(before)
    ballast(185)
    await expect(files.save(bytes(1), 2 * megabyte)).rejects.toThrow('kept for the database')
    expect((await files.save(bytes(1), 2 * megabyte, true)).size).toBe(megabyte)
  })
})

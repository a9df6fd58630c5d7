import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeLibraries } from './postgres-binaries.ts'

let home: string
let native: string
let linkDir: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'emberwatch-binaries-'))
  native = join(home, 'native')
  linkDir = join(home, 'run', 'lib')
  mkdirSync(native)
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('links to libraries are created in the package, which then needs no environment variables', () => {
  mkdirSync(join(native, 'lib'))
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '')
  const env: NodeJS.ProcessEnv = {}
  completeLibraries(native, linkDir, env)
  expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(env).toEqual({})
})

test.runIf(process.platform === 'linux')(
  'a read-only package gets them elsewhere, and its own folder is searched as well',
  () => {
    // Nobody can create a link here, not even root.
    symlinkSync('/proc', join(native, 'lib'))
    const env: NodeJS.ProcessEnv = { LD_LIBRARY_PATH: '/opt/lib' }
    completeLibraries(native, linkDir, env)
    expect(existsSync(join(native, 'lib', 'libpq.so.5'))).toBe(false)
    expect(readlinkSync(join(linkDir, 'libpq.so.5'))).toBe(join(native, 'lib', 'libpq.so.5.18'))
    expect(env['LD_LIBRARY_PATH']).toBe(`${linkDir}:${join(native, 'lib')}:/opt/lib`)
  },
)

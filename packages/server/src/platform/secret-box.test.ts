import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { derivedKey, openSecret, sealSecret, secretKeyPath } from './secret-box.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'emberwatch-box-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('opens what it sealed, and the sealed form is unreadable', () => {
  const box = sealSecret(dir, 'a sécret 密', 'platform:A')
  expect(box.includes('cret')).toBe(false)
  expect(openSecret(dir, box, 'platform:A')).toBe('a sécret 密')
  expect(sealSecret(dir, 'a sécret 密', 'platform:A').equals(box)).toBe(false)
})

test('creates its own key at first use, readable by the owner only, and keeps it', () => {
  const box = sealSecret(dir, 'secret', 'x')
  const path = secretKeyPath(dir)
  const key = readFileSync(path)
  expect(key).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  sealSecret(dir, 'another', 'x')
  expect(readFileSync(path).equals(key)).toBe(true)
  expect(openSecret(dir, box, 'x')).toBe('secret')
})

test('opens only for what it was sealed for', () => {
  const box = sealSecret(dir, 'secret', 'platform:A')
  expect(() => openSecret(dir, box, 'platform:B')).toThrow()
})

test('notices every changed byte', () => {
  const box = sealSecret(dir, 'secret', 'x')
  for (let i = 0; i < box.length; i++) {
    const changed = Buffer.from(box)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => openSecret(dir, changed, 'x'), `byte ${i}`).toThrow()
  }
})

test('says what to do if the key is missing, truncated, or another', () => {
  const box = sealSecret(dir, 'secret', 'x')
  const path = secretKeyPath(dir)
  writeFileSync(path, readFileSync(path).subarray(1))
  expect(() => openSecret(dir, box, 'x')).toThrow(/restore it from the backup/)
  rmSync(path)
  expect(() => openSecret(dir, box, 'x')).toThrow(/missing: restore it from the backup/)
  sealSecret(dir, 'with a new key', 'x')
  expect(() => openSecret(dir, box, 'x')).toThrow()
})

test('a key for a purpose is always the same, and unlike any other', () => {
  const key = derivedKey(dir, 'phone:1')
  expect(key).toHaveLength(32)
  expect(derivedKey(dir, 'phone:1').equals(key)).toBe(true)
  expect(derivedKey(dir, 'phone:2').equals(key)).toBe(false)
  expect(readFileSync(secretKeyPath(dir)).equals(key)).toBe(false)
})

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { warnOfReaders } from './data-directory.ts'

test.skipIf(process.platform === 'win32')('a data directory that others can read is warned of', () => {
  const path = mkdtempSync(join(tmpdir(), 'ew-data-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const lines: string[] = []
  for (const mode of [0o700, 0o750, 0o755, 0o711]) {
    chmodSync(path, mode)
    warnOfReaders(path, (line) => void lines.push(line))
  }
  expect(lines.map((line) => /mode (\d+)/.exec(line)?.[1])).toEqual(['750', '755', '711'])
})

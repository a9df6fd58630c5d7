import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { diskFullReason, showWaitingPage } from './http/waiting-page.ts'
import { hasRoomToStart, keepSpare, neededBytes } from './spare-space.ts'

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'ew-spare-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('on a full disk the spare file makes room to start, and is made again when there is room', async () => {
  const dataDir = folder()
  const spare = join(dataDir, 'spare')
  const bytes = 2 ** 20
  await keepSpare(dataDir, bytes)
  expect(statSync(spare).blocks * 512).toBeGreaterThanOrEqual(bytes)
  expect(gzipSync(readFileSync(spare)).length).toBeGreaterThan(bytes / 2)
  // With room, it stays.
  expect(await hasRoomToStart(dataDir, async () => ({ free: neededBytes, total: 10 * neededBytes }))).toBe(true)
  expect(existsSync(spare)).toBe(true)
  // The disk is full as long as the file is there.
  const space = async () => ({ free: existsSync(spare) ? 0 : neededBytes, total: 10 * neededBytes })
  expect(await hasRoomToStart(dataDir, space)).toBe(true)
  expect(existsSync(spare)).toBe(false)
  expect(await hasRoomToStart(dataDir, async () => ({ free: 0, total: 10 * neededBytes }))).toBe(false)
  await keepSpare(dataDir, bytes)
  expect(existsSync(spare)).toBe(true)
})

test('while the disk is full, the port says so to people, probes and gateways', async () => {
  const { port, stop } = await showWaitingPage({ host: '127.0.0.1', port: 0 }, diskFullReason('/data/<x>'))
  onTestFinished(stop)
  const at = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const page = await at('/', { headers: { accept: 'text/html,*/*' } })
  expect(page.status).toBe(503)
  const text = await page.text()
  expect(text).toContain('磁盘已满')
  expect(text).toContain('disk of the server is full')
  expect(text).toContain('/data/&#60;x&#62;')
  const ready = await at('/health/ready')
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', disk: 'full' }])
  const report = await at('/api/ingest/v1/GW1', { method: 'POST', body: '{}' })
  expect([report.status, report.headers.get('retry-after')]).toEqual([503, '15'])
})

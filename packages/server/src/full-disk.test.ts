import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

/** A disk of the test that has no room while this file is there. */
const dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
const full = join(dataDir, 'full')
const disk = `data:text/javascript,${encodeURIComponent(`
  import fs, { existsSync } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { statfs } = fs.promises
  fs.promises.statfs = async (path) => ({ ...(await statfs(path)), ...(existsSync(${JSON.stringify(full)}) ? { bavail: 0 } : {}) })
  syncBuiltinESMExports()
`)}`

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('on a full disk the program says so at its port, and starts as soon as there is room', async () => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  writeFileSync(full, '')
  const { DATABASE_URL: _url, ...own } = process.env
  const env = { ...own, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}`, MQTT_PORT: `${mqttPort}` }
  const child = spawn(process.execPath, ['--import', disk, join(import.meta.dirname, 'main.ts')], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  try {
    const page = () => fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    const shown = await vi.waitFor(page, { timeout: 20_000, interval: 100 })
    expect(shown.status).toBe(503)
    expect(await shown.text()).toContain('The disk of the server is full')
    expect(said).toContain('is full: make room')
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', disk: 'full' }])
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    rmSync(full)
    // The database is being made, and the port is free for the program.
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres')), said).toBe(true), { timeout: 20_000, interval: 100 })
  } finally {
    const exited = once(child, 'exit')
    child.kill()
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
})

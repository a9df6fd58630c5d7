import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './platform/database/database.ts'
import { testDatabase } from './testing/database.ts'

test('the demo prints where transmitters report, its own is heard there, and Ctrl-C ends everything', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const database = openDatabase({ max: 1, ...own.connection })
  onTestFinished(() => database.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    ...process.env,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    GB26875_PORT: '',
    DC09_PORT: '',
    LOG_LEVEL: 'fatal',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let printed = ''
  createInterface(child.stdout).on('line', (line) => (printed += `${line}\n`))
  await vi.waitFor(() => expect(printed).toContain('Emberwatch runs at'), { timeout: 60_000, interval: 100 })
  for (const protocol of ['GB/T 26875.3', 'SIA DC-09']) {
    const [, port] =
      new RegExp(`^${protocol} transmitters report to 127.0.0.1:(\\d+) \\(TCP and UDP\\)$`, 'm').exec(printed) ?? []
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }
  const answered = () =>
    database.kysely
      .selectFrom('report')
      .innerJoin('gateway', 'gateway.id', 'report.gateway_id')
      .select('gateway.id')
      .distinct()
      .where('gateway.link_address', 'is not', null)
      .execute()
  await vi.waitFor(async () => expect(await answered()).toHaveLength(2), { timeout: 30_000, interval: 200 })
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
}, 120_000)

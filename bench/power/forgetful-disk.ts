import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const bytes = 4 * 2 ** 30
const timeoutMs = 20_000
const tools = ['mkfs.ext4', 'mount', 'umount', 'losetup']
const run = promisify(execFile)

/** An ext4 file system on a disk that forgets what was not flushed when its power is cut. */
export interface ForgetfulDisk {
  /** Where its file system is while it has power. */
  readonly path: string
  /** From this moment nothing more reaches the disk, and what was not flushed is gone. */
  cut(): void
  /** Mounts it again, as a machine does when it starts. Whatever used it must have ended. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/** The reason why this machine cannot have such a disk, if any. */
export const whyNoForgetfulDisk = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it mounts file systems, as root on Linux'
  const device = ['/dev/fuse', '/dev/loop-control'].find((path) => !existsSync(path))
  if (device !== undefined) return `there is no ${device}`
  const systems = readFileSync('/proc/filesystems', 'utf8').split(/\s+/)
  const system = ['ext4', 'fuse'].find((name) => !systems.includes(name))
  if (system !== undefined) return `the kernel has no ${system}`
  const paths = (process.env['PATH'] ?? '').split(delimiter)
  const tool = tools.find((name) => !paths.some((path) => existsSync(join(path, name))))
  return tool === undefined ? undefined : `there is no ${tool}`
}

export const createForgetfulDisk = async (): Promise<ForgetfulDisk> => {
  const directory = mkdtempSync(join(tmpdir(), 'emberwatch-power-'))
  const [platter, device, path] = [join(directory, 'platter'), join(directory, 'device'), join(directory, 'mounted')]
  mkdirSync(device)
  mkdirSync(path)
  writeFileSync(platter, '')
  truncateSync(platter, bytes)
  await run('mkfs.ext4', ['-q', '-E', 'nodiscard,lazy_itable_init=0', platter])
  let cut = (): void => undefined
  let ended: Promise<unknown> = Promise.resolve()

  const connect = async (): Promise<void> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'disk-process.ts'), platter, device], { stdio: 'inherit' })
    ended = once(child, 'exit')
    cut = () => void child.kill('SIGKILL')
    await eventually('the disk does not answer', async () => existsSync(join(device, 'disk')))
    await run('mount', ['-t', 'ext4', '-o', 'loop,errors=remount-ro', join(device, 'disk'), path])
  }
  const disconnect = async (): Promise<void> => {
    await ended
    for (const mounted of [path, device]) {
      await eventually(`${mounted} is still in use`, async () => {
        await run('umount', [mounted])
        return true
      })
    }
  }

  await connect()
  return {
    path,
    cut: () => cut(),
    async restore() {
      await disconnect()
      await connect()
    },
    async remove() {
      cut()
      await disconnect()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const eventually = async (failure: string, attempt: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (await attempt().catch(() => false)) return
    if (performance.now() > deadline) throw new Error(failure)
    await delay(20)
  }
}

import { spawn } from 'node:child_process'
import { constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * A disk with a write cache that power does not outlive: a FUSE file system of one file, `disk`. What was written lies in this
 * process' memory until it is flushed, so killing the process is the power cut. Half of the blocks, chosen by lot, reach the
 * platter (a plain file) at once: a disk keeps no order, and a page may be torn between two blocks.
 *
 * It works on one request after the other and blocks meanwhile, so it needs a process of its own.
 * Arguments: the file that is the platter, and where to mount.
 */
const [, , platterPath = '', mountPoint = ''] = process.argv
const block = 4096
const maxWrite = 1 << 20
const root = 1n
const disk = 2n
/** How long the system may remember an answer (s). */
const forever = 1_000_000_000n

const lookup = 1
const forget = 2
const getattr = 3
const open = 14
const read = 15
const write = 16
const release = 18
const fsync = 20
const init = 26
const interrupt = 36
const forgetMany = 42
const bigWrites = 1 << 5
const maxPages = 1 << 22

const { EPERM, EINTR, ENOENT, EAGAIN, ENOSYS } = { EPERM: 1, EINTR: 4, ENOENT: 2, EAGAIN: 11, ENOSYS: 38 }

const platter = openSync(platterPath, 'r+')
const size = fstatSync(platter).size
const unflushed = new Map<number, Buffer>()

const contentOf = (number: number): Buffer => {
  const kept = unflushed.get(number)
  if (kept !== undefined) return kept
  const content = Buffer.alloc(block)
  readSync(platter, content, 0, block, number * block)
  return content
}

const readDisk = (offset: number, length: number): Buffer => {
  const data = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
  readSync(platter, data, 0, data.length, offset)
  for (let number = Math.floor(offset / block); number * block < offset + data.length; number++) {
    const kept = unflushed.get(number)
    if (kept === undefined) continue
    const from = Math.max(offset, number * block)
    kept.copy(data, from - offset, from - number * block, Math.min(block, offset + data.length - number * block))
  }
  return data
}

const writeDisk = (offset: number, data: Buffer): void => {
  for (let done = 0; done < data.length;) {
    const number = Math.floor((offset + done) / block)
    const at = offset + done - number * block
    const length = Math.min(block - at, data.length - done)
    const content = contentOf(number)
    data.copy(content, at, done, done + length)
    if (Math.random() < 0.5) unflushed.set(number, content)
    else {
      writeSync(platter, content, 0, block, number * block)
      unflushed.delete(number)
    }
    done += length
  }
}

/** The platter needs no fsync of its own: the machine it lies on stays up. */
const flush = (): void => {
  for (const [number, content] of unflushed) writeSync(platter, content, 0, block, number * block)
  unflushed.clear()
}

const attributes = (node: bigint): Buffer => {
  const attr = Buffer.alloc(88)
  attr.writeBigUInt64LE(node, 0)
  attr.writeBigUInt64LE(node === disk ? BigInt(size) : 0n, 8)
  attr.writeUInt32LE(node === disk ? constants.S_IFREG | 0o600 : constants.S_IFDIR | 0o700, 60)
  attr.writeUInt32LE(1, 64)
  attr.writeUInt32LE(block, 80)
  return attr
}

/** The body of the answer, or the number of an error. */
const answer = (request: Buffer): Buffer | number => {
  const node = request.readBigUInt64LE(16)
  const input = request.subarray(40)
  switch (request.readUInt32LE(4)) {
    case init: {
      const out = Buffer.alloc(64)
      out.writeUInt32LE(7, 0)
      out.writeUInt32LE(31, 4)
      out.writeUInt32LE(maxWrite, 8)
      out.writeUInt32LE(input.readUInt32LE(12) & (bigWrites | maxPages), 12)
      out.writeUInt32LE(maxWrite, 20)
      out.writeUInt32LE(1, 24)
      out.writeUInt16LE(maxWrite / block, 28)
      return out
    }
    case lookup: {
      if (node !== root || input.toString('latin1') !== 'disk\0') return ENOENT
      const out = Buffer.alloc(40)
      out.writeBigUInt64LE(disk, 0)
      out.writeBigUInt64LE(forever, 16)
      out.writeBigUInt64LE(forever, 24)
      return Buffer.concat([out, attributes(disk)])
    }
    case getattr: {
      const out = Buffer.alloc(16)
      out.writeBigUInt64LE(forever, 0)
      return Buffer.concat([out, attributes(node)])
    }
    case open:
      return Buffer.alloc(16)
    case read:
      return readDisk(Number(input.readBigUInt64LE(8)), input.readUInt32LE(16))
    case write: {
      const length = input.readUInt32LE(16)
      writeDisk(Number(input.readBigUInt64LE(8)), input.subarray(40, 40 + length))
      const out = Buffer.alloc(8)
      out.writeUInt32LE(length, 0)
      return out
    }
    case fsync:
      flush()
      return Buffer.alloc(0)
    case release:
      return Buffer.alloc(0)
    default:
      return ENOSYS
  }
}

const reply = (fuse: number, request: Buffer): void => {
  const opcode = request.readUInt32LE(4)
  if (opcode === forget || opcode === forgetMany || opcode === interrupt) return
  const body = answer(request)
  const head = Buffer.alloc(16)
  const out = typeof body === 'number' ? head : Buffer.concat([head, body])
  out.writeUInt32LE(out.length, 0)
  if (typeof body === 'number') out.writeInt32LE(-body, 4)
  request.copy(out, 8, 8, 16)
  writeSync(fuse, out)
}

const fuse = openSync('/dev/fuse', 'r+')
const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'power', mountPoint], { stdio: ['ignore', 'ignore', 'inherit', fuse] })
const buffer = Buffer.alloc(maxWrite + 2 * block)
const nap = new Int32Array(new SharedArrayBuffer(4))
for (let mounted = false; ;) {
  try {
    const length = readSync(fuse, buffer)
    mounted = true
    reply(fuse, buffer.subarray(0, length))
  } catch (error) {
    const errno = -((error as NodeJS.ErrnoException).errno ?? 0)
    // Not mounted yet.
    if (errno === EPERM && !mounted) Atomics.wait(nap, 0, 0, 2)
    // Else a request was withdrawn, or the file system is unmounted.
    else if (errno !== EINTR && errno !== ENOENT && errno !== EAGAIN) process.exit(0)
  }
}
